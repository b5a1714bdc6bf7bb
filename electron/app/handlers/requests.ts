import type { HandlerInput } from '#shared/contract/index.ts';
import type { ListSubject, requestCalls } from '#shared/contract/requests.ts';
import type { RunView } from '#shared/contract/scenarios.ts';
import { isEventPoll } from '#shared/event-poll.ts';
import { harText } from '../../diagnostics/index.ts';
import type { SubjectFilter } from '../../engine/index.ts';
import type { CoreHandlers } from '../../rpc/index.ts';
import { isAbout, requestsOfRun } from '../../support-desk/index.ts';
import type { AppParts } from '../parts.ts';
import { keepLimits } from '../request-log.ts';
import { PROGRAM } from '../version.ts';

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
    'requests.list': async (input) => engine.call('requests.list', { ...input, ...(await which(input)) }),
    'requests.ids': async (input) => engine.call('requests.ids', { ...input, ...(await which(input)) }),
    'requests.choices': async (input) => engine.call('requests.choices', { ...input, ...(await which(input)) }),
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

  /** Of which requests a list is, with those of them that the store has not got yet. */
  async function which({ workspace, polls, about }: HandlerInput<'requests.choices'>) {
    const filter = about && (await filterOf(workspace, about));
    const held = requestLog
      .held(workspace)
      .filter((one) => (polls || !isEventPoll(one)) && (!filter || isAbout(one, filter)));
    return { about: filter, held };
  }

  async function filterOf(workspace: string, about: ListSubject): Promise<SubjectFilter> {
    if (about.kind === 'event') return { ...about, named: [`/events/${encodeURIComponent(about.id)}`] };
    if (about.kind !== 'run') return about;
    const run = (await engine.call('runs.one', { workspace, id: about.id }))?.view as RunView | undefined; // as runs.save wrote it
    return run ? requestsOfRun(run) : about;
  }
}
