/** What a workspace asks of a team's server, and the server answers (docs/postgres.md): nothing of it is kept here. */
import type { CallContext, SomeHandlers } from '../../../context.ts';
import { isSamePlace, type PulledMeter, pulledMeters } from '../pull/pulled.ts';
import { onServer } from '../reading.ts';
import { placeOf } from '../server.ts';
import { coverage, shares } from './coverage.ts';
import { meterPage, summary } from './meters.ts';
import { ranking } from './ranking.ts';
import { totals } from './totals.ts';

export const teamHandlers = {
  'team.meters': async ({ workspace, address, ...asked }, context) => {
    const pulled = await pulledFrom(workspace, address, context);
    return await onServer(address, context, (server) => meterPage(server, asked, pulled));
  },
  'team.summary': async ({ workspace, address }, context) => {
    const pulled = await pulledFrom(workspace, address, context);
    return await onServer(address, context, (server) => summary(server, pulled));
  },
  'team.totals': async ({ address, ...asked }, context) =>
    await onServer(address, context, (server) => totals(server, asked)),
  'team.coverage': async ({ address, ...asked }, context) =>
    await onServer(address, context, (server) => coverage(server, asked)),
  'team.shares': async ({ address, ...asked }, context) =>
    await onServer(address, context, (server) => shares(server, asked)),
  'team.ranking': async ({ workspace, address, ...asked }, context) => {
    const here = new Map((await pulledFrom(workspace, address, context)).map((one) => [one.there, one.here]));
    const answer = await onServer(address, context, (server) => ranking(server, asked));
    const rows = answer.rows.map((row) => {
      const id = here.get(row.id);
      return id === undefined ? row : { ...row, here: id };
    });
    return { ...answer, rows };
  },
  'team.here': async ({ workspace, address, meter }, context) =>
    (await pulledFrom(workspace, address, context)).find(({ there }) => there === meter)?.here,
} satisfies SomeHandlers;

/** The meters that the workspace has from a server. */
async function pulledFrom(workspace: string, address: string, context: CallContext): Promise<PulledMeter[]> {
  const all = await pulledMeters(context.store(workspace).database.reader);
  return all.filter(({ server }) => isSamePlace(server, placeOf(address)));
}
