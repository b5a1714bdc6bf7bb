import type { teamCalls } from '#shared/contract/team.ts';
import { requireTeamServer, teamServerPlace, teamServerUrl } from '../../connections/index.ts';
import type { EngineCallName, EngineInput, EngineOutput } from '../../engine/index.ts';
import type { CoreHandlers } from '../../rpc/index.ts';
import type { AppParts } from '../parts.ts';
import { PULL_JOB } from '../pulls.ts';

type Asked = Extract<EngineCallName, `team.${string}`>;

/** What the team server answers. The engine gets the address with the password; the page never does. */
export function teamHandlers({ connections, engine, jobs }: AppParts): CoreHandlers<typeof teamCalls> {
  const running = new Map<string, AbortController>();

  async function ask<K extends Asked>(
    name: K,
    { token, ...input }: Omit<EngineInput<K>, 'address'> & { workspace: string; token?: string | undefined },
  ): Promise<EngineOutput<K>> {
    const abort = new AbortController();
    if (token !== undefined) running.set(token, abort);
    try {
      const address = await teamServerUrl(connections, input.workspace);
      // What the call takes is what the contract says, and the address.
      return await engine.call(name, { ...input, address } as unknown as EngineInput<K>, { signal: abort.signal });
    } finally {
      if (token !== undefined) running.delete(token);
    }
  }

  return {
    'team.meters': (input) => ask('team.meters', input),
    'team.summary': (input) => ask('team.summary', input),
    'team.totals': (input) => ask('team.totals', input),
    'team.coverage': (input) => ask('team.coverage', input),
    'team.shares': (input) => ask('team.shares', input),
    'team.ranking': (input) => ask('team.ranking', input),
    'team.here': (input) => ask('team.here', input),
    'team.cancel': ({ token }) => running.get(token)?.abort(),
    'team.pull': async ({ workspace, ...input }) => {
      const server = teamServerPlace(requireTeamServer(connections, workspace));
      return { job: (await jobs.start(PULL_JOB, workspace, { ...input, server })).id };
    },
  };
}
