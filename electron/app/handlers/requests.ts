import type { ListSubject, requestCalls } from '#shared/contract/requests.ts';
import type { RunView } from '#shared/contract/scenarios.ts';
import { isEventPoll } from '#shared/event-poll.ts';
import { harText } from '../../diagnostics/index.ts';
import type { SubjectFilter } from '../../engine/index.ts';
import type { RequestView } from '../../http/index.ts';
import type { CoreHandlers } from '../../rpc/index.ts';
import type { AppParts } from '../parts.ts';
import { keepLimits } from '../request-log.ts';
import { PROGRAM } from '../version.ts';

/** After a run has ended its last look may still be under way. Milliseconds. */
const RUN_TAIL_MS = 1_000;

/** The request log: what is in it, and what is kept of headers and bodies. */
export function requestHandlers({
  connections,
  engine,
  http,
  requestLog,
}: Pick<AppParts, 'connections' | 'engine' | 'http' | 'requestLog'>): CoreHandlers<typeof requestCalls> {
  /** What has ended but is not in the store yet is there when it resolves. */
  const written = () => requestLog.flush();
  return {
    'requests.list': async ({ workspace, limit, polls, about }) => {
      const filter = about && (await filterOf(workspace, about));
      const stored = await engine.call('requests.list', { workspace, limit, polls, about: filter });
      // Those under way, and those that the store has not got yet, come first.
      const fresh = http.log.list(workspace).reverse();
      const wanted = fresh.filter((one) => (polls || !isEventPoll(one)) && (!filter || isAbout(one, filter)));
      const known = new Set(wanted.map(({ id }) => id));
      return [...wanted, ...stored.filter(({ id }) => !known.has(id))].slice(0, limit);
    },
    'requests.inspect': async ({ workspace, id }) => {
      const running = http.log.list(workspace).find((one) => one.id === id && one.state === 'running');
      if (running) {
        const { about, ...request } = running;
        return { request, tries: [request], about: about ? [about] : [] };
      }
      await written();
      return await engine.call('requests.inspect', { workspace, id });
    },
    'requests.har': async ({ workspace, ids }) => {
      await written();
      return harText(await engine.call('requests.kept', { workspace, ids }), PROGRAM);
    },
    'requests.keeping': async ({ workspace }) => ({
      policy: connections.workspaces.get(workspace).requests,
      kept: await engine.call('requests.use', { workspace }),
    }),
    'requests.keep': async ({ workspace, policy }) => {
      await written();
      await connections.change(workspace, { requests: policy });
      await engine.call('requests.trim', { workspace, keep: keepLimits(policy), now: Date.now() });
    },
    'requests.clear': async ({ workspace }) => {
      await written();
      await engine.call('requests.trim', { workspace, keep: { days: 0, bytes: 0 }, now: Date.now() });
    },
  };

  /** A run is followed by requests that many runs share: those that name its referral or its authorization are its own. */
  async function filterOf(workspace: string, about: ListSubject): Promise<SubjectFilter> {
    if (about.kind === 'event') return { ...about, named: [`/events/${encodeURIComponent(about.id)}`] };
    if (about.kind !== 'run') return about;
    const run = (await engine.call('runs.one', { workspace, id: about.id }))?.view as RunView | undefined; // as runs.save wrote it
    const named = [run?.referral, run?.authorization].filter((one) => one !== undefined);
    if (!run || named.length === 0) return about;
    const to = run.finishedAt === undefined ? undefined : run.finishedAt + RUN_TAIL_MS;
    return { ...about, named: named.map(encodeURIComponent), from: run.createdAt, to };
  }
}

function isAbout(
  { job, about, url, at }: RequestView,
  { kind, id, named = [], from = 0, to = Infinity }: SubjectFilter,
) {
  if (kind === 'job') return job === id;
  if (about?.kind === kind && about.id === id) return true;
  return at >= from && at <= to && named.some((name) => url.includes(name));
}
