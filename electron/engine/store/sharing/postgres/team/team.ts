/** What a workspace asks of a team's server, and the server answers (docs/postgres.md): nothing of it is kept here. */
import type { CallContext, SomeHandlers } from '../../../context.ts';
import { isSamePlace, ownMeters, pulledMeters } from '../pull/pulled.ts';
import { onServer } from '../reading.ts';
import { placeOf } from '../server.ts';
import { coverage, shares } from './coverage.ts';
import { type Here, meterPage, summary } from './meters.ts';
import { ranking } from './ranking.ts';
import { totals } from './totals.ts';

export const teamHandlers = {
  'team.meters': async ({ workspace, address, ...asked }, context) => {
    const here = await hereOf(workspace, address, context);
    return await onServer(address, context, (server) => meterPage(server, asked, here));
  },
  'team.summary': async ({ workspace, address }, context) => {
    const here = await hereOf(workspace, address, context);
    return await onServer(address, context, (server) => summary(server, here));
  },
  'team.totals': async ({ address, ...asked }, context) =>
    await onServer(address, context, (server) => totals(server, asked)),
  'team.coverage': async ({ address, ...asked }, context) =>
    await onServer(address, context, (server) => coverage(server, asked)),
  'team.shares': async ({ address, ...asked }, context) =>
    await onServer(address, context, (server) => shares(server, asked)),
  'team.ranking': async ({ workspace, address, ...asked }, context) => {
    const { pulled, own } = await hereOf(workspace, address, context);
    const here = new Map([
      ...pulled.map((one) => [one.there, one.here] as const),
      ...own.map((id) => [id, id] as const),
    ]);
    const answer = await onServer(address, context, (server) => ranking(server, asked));
    const rows = answer.rows.map((row) => {
      const id = here.get(row.id);
      return id === undefined ? row : { ...row, here: id };
    });
    return { ...answer, rows };
  },
  'team.here': async ({ workspace, address, meter }, context) => {
    const { pulled, own } = await hereOf(workspace, address, context);
    return own.includes(meter) ? meter : pulled.find(({ there }) => there === meter)?.here;
  },
} satisfies SomeHandlers;

/** What the workspace has from a server, and of its own. */
async function hereOf(workspace: string, address: string, context: CallContext): Promise<Here> {
  const { reader } = context.store(workspace).database;
  const all = await pulledMeters(reader);
  return {
    // One of which a pull was cut off is taken again by the next click.
    pulled: all.filter(({ server, here }) => here !== '' && isSamePlace(server, placeOf(address))),
    own: await ownMeters(reader, all),
  };
}
