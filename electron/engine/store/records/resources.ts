/** Reads what the resource browser fetched. No store is touched. */
import type { ResourceAnswer, ResourceEntity } from '#shared/contract/resources.ts';
import type { ResourceCalls } from '../../calls/resources.ts';
import type { FeedBlock, FeedPayload } from '../../reader/feed.ts';
import { bytesSource, readFeed } from '../../reader/index.ts';
import type { Handlers } from '../context.ts';

/** More say nothing that the first ones did not. */
const PROBLEM_LIMIT = 200;

export const resourceHandlers: Handlers<ResourceCalls> = {
  'resources.parse': async ({ bytes, limit }, { signal }) => {
    const entities: ResourceEntity[] = [];
    const problems: ResourceAnswer['problems'] = [];
    let entityCount = 0;
    const add = (payload: FeedPayload, fields: Record<string, unknown>) => {
      entityCount += 1;
      if (entities.length < limit) entities.push(view(payload, fields));
    };
    await readFeed(
      bytesSource(bytes),
      {
        entity: (entity) => add(entity, entity.data),
        block: (block) => add(block, blockFields(block)),
        // A block's readings are counted; they are read in the raw XML beside it.
        readings: () => undefined,
        problem: ({ code, severity, message, line }) => {
          if (problems.length < PROBLEM_LIMIT) problems.push({ code, severity, message, line });
        },
      },
      { signal },
    );
    return { entities, entityCount, problems };
  },
};

function view(payload: FeedPayload, fields: Record<string, unknown>): ResourceEntity {
  const { kind, localName, title, links, entry, span } = payload;
  return {
    kind: kind === 'Unknown' ? localName : kind,
    title,
    href: links.find(({ rel }) => rel === 'self')?.href,
    links: links.map(({ rel, href, type }) => ({ rel, href, type })),
    fields,
    entry,
    line: span.line,
  };
}

function blockFields({ intervalStart, intervalDuration, readings }: FeedBlock): Record<string, unknown> {
  return { interval: { start: intervalStart, duration: intervalDuration }, readings };
}
