/** Lists of authorizations and usage points. */
import type { CallInput } from '#shared/contract/index.ts';
import type { AuthorizationRow } from '#shared/contract/portfolio.ts';
import { AppError } from '#shared/errors.ts';
import { AUTHORIZATION_FILTERS, METER_FILTERS } from '#shared/list-columns.ts';
import type { SomeHandlers } from '../context.ts';
import type { Connection, Database, Row } from '../database.ts';
import { followClocks } from '../day-sums.ts';
import { dayTable, isZone, localDays, localTimesOf } from '../local-time.ts';
import { number, optionalNumber, text } from '../row.ts';
import { recordsOf } from '../service-view.ts';
import { sqlText } from '../sql-text.ts';
import type { Store } from '../store.ts';
import { AUTHORIZATION_CLOCKS, authorizationPlan, authorizationRow, authorizationRows } from './authorization-list.ts';
import { metersOf } from './authorization-meters.ts';
import { pointsWithGaps } from './coverage.ts';
import { groupIds } from './group-members.ts';
import { listAll, listChoices, listPage } from './list-page.ts';
import { asksForDays, meterPlan, POINT_CLOCKS, pointRows, shownPoints } from './meter-list.ts';
import { carriesTag, marksOf } from './tags.ts';
import { saveDecision } from './user-decisions.ts';

/** SQL of the usage points `p`, with the zones that the user chose. */
const ZONED_POINTS = `SELECT p.*, z.value AS chosen_zone FROM usage_points p
  LEFT JOIN decisions z ON z.subject = p.id AND z.name = 'zone'`;

export const portfolioHandlers = {
  'authorizations.list': async (input, context) => {
    const { database, zone } = context.store(input.workspace);
    const plan = await planOfAuthorizations(database.reader, input, zone);
    const select = authorizationRows('chosen c JOIN authorizations a ON a.id = c.id');
    const page = await listPage(database.reader, plan, input, select);
    return { ...page, rows: await shownAuthorizations(database, zone, page.rows) };
  },
  'authorizations.ids': async (input, context) => {
    const { database, zone } = context.store(input.workspace);
    const plan = await planOfAuthorizations(database.reader, input, zone);
    return (await listAll(database.reader, plan, input, 'c.id FROM found c')).map(({ id }) => text(id));
  },
  'authorizations.summary': async ({ workspace }, context) => {
    const { reader } = context.store(workspace).database;
    return { choices: await listChoices(reader, authorizationPlan(undefined, 0), AUTHORIZATION_FILTERS, undefined) };
  },
  'authorizations.get': async ({ workspace, id }, context) => {
    const { database, zone } = context.store(workspace);
    const found = await database.reader.rows(
      `SELECT ${authorizationRows('(SELECT * FROM authorizations WHERE id = $1 OR uid = $1) a')}`,
      [id],
    );
    const [shown] = await shownAuthorizations(database, zone, found);
    if (shown === undefined) throw unknown('authorization_unknown', 'authorization');
    return shown;
  },
  'usagePoints.list': async (input, context) => {
    const store = context.store(input.workspace);
    const { plan, wanted } = await meterQuestion(store, input);
    const select = pointRows('chosen c JOIN usage_point_facts f ON f.rowid = c.row');
    const page = await listPage(store.database.reader, plan, { ...input, ...wanted }, select);
    return { ...page, rows: await shownPoints(store, page.rows) };
  },
  'usagePoints.ids': async (input, context) => {
    const store = context.store(input.workspace);
    const { plan, wanted } = await meterQuestion(store, input);
    const select = 'c.id, f.uid FROM found c JOIN usage_point_facts f ON f.rowid = c.row';
    const rows = await listAll(store.database.reader, plan, { ...input, ...wanted }, select);
    return rows.map(({ id, uid }) => ({ id: text(id), uid: text(uid) }));
  },
  'usagePoints.summary': async ({ workspace, authorization }, context) => {
    const { reader } = context.store(workspace).database;
    const within = ofAuthorization(authorization);
    const plan = meterPlan({});
    // The page knows what is being collected.
    const columns = METER_FILTERS.filter((column) => column !== 'collecting');
    const choices = await listChoices(reader, plan, columns, within);
    const row = await reader.row(
      `SELECT count(DISTINCT coalesce(l.twin_of, l.id)) AS meters,
         count(DISTINCT coalesce(l.twin_of, l.id)) FILTER (l.others IS NOT NULL) AS shared, min(l.first) AS first, max(l.last) AS last
       FROM ${plan.table} l WHERE ${within?.condition ?? 'true'}`,
      within?.parameters,
    );
    return {
      meters: number(row?.meters),
      shared: number(row?.shared),
      firstReading: optionalNumber(row?.first),
      lastReading: optionalNumber(row?.last),
      choices,
    };
  },
  'usagePoints.get': async ({ workspace, id }, context) => {
    const store = context.store(workspace);
    const { reader } = store.database;
    const [rows, [time]] = await Promise.all([
      reader.rows(`SELECT ${pointRows('usage_point_facts f')} WHERE f.usage_point = ?`, [id]),
      localTimesOf(reader, `${ZONED_POINTS} WHERE p.id = ${sqlText(id)}`, store.zone),
    ]);
    const [shown] = await shownPoints(store, rows);
    if (shown === undefined || time === undefined) throw unknown('usage_point_unknown', 'usage point');
    return { ...shown, localTime: time.localTime };
  },
  'usagePoints.localTimes': async ({ workspace }, context) => {
    const { database, zone } = context.store(workspace);
    const points = `${ZONED_POINTS} ORDER BY p.authorization_uid NULLS LAST, p.uid, p.id`;
    return await localTimesOf(database.reader, points, zone);
  },
  'usagePoints.setZone': async ({ workspace, id, zone }, context) => {
    const store = context.store(workspace);
    await store.write(async (connection) => {
      const row = await connection.row('SELECT 1 AS one FROM usage_points WHERE id = ?', [id]);
      if (row === undefined) throw unknown('usage_point_unknown', 'usage point');
      if (zone !== undefined && !isZone(zone)) {
        throw new AppError({
          code: 'zone_unknown',
          message: `There is no time zone "${zone}".`,
          action: 'Use an IANA name, for example America/Los_Angeles.',
        });
      }
      await saveDecision(connection, id, 'zone', zone);
      await followClocks(connection, store.zone, { points: [id], times: [] });
    });
    return undefined;
  },
} satisfies SomeHandlers;

type Asked =
  | Pick<CallInput<'usagePoints.list'>, 'search' | 'sort'>
  | Pick<CallInput<'authorizations.list'>, 'search' | 'sort'>;

async function planOfAuthorizations(reader: Connection, input: Asked, zone: string) {
  const days = asksForDays(input) ? await dayTable(reader, AUTHORIZATION_CLOCKS, zone) : undefined;
  return authorizationPlan(days, Date.now());
}

/** @param rows of `authorizationRows`; what else they show is asked for at once */
async function shownAuthorizations(
  database: Database,
  zone: string,
  rows: readonly Row[],
): Promise<AuthorizationRow[]> {
  const ids = rows.map(({ id }) => text(id));
  const [record, meters, marks] = await Promise.all([
    recordsOf(database.reader, rows),
    metersOf(database.reader, rows),
    marksOf(database.reader, 'authorization', ids),
  ]);
  const days = localDays(zone);
  return rows.map((row) =>
    authorizationRow({ ...row, ...meters(row), record: record(row) }, days, marks(text(row.id))),
  );
}

/** How the meters of a question are found. */
async function meterQuestion(
  { database, zone }: Store,
  input: Omit<CallInput<'usagePoints.list'>, 'limit' | 'offset'>,
) {
  const { authorization, group, tag, gapsIn, collecting } = input;
  const days = asksForDays(input) ? await dayTable(database.reader, POINT_CLOCKS, zone) : undefined;
  const gaps = gapsIn === undefined ? undefined : await pointsWithGaps(database.reader, zone, gapsIn);
  const chosen = input.ids && gaps ? gaps.filter((id) => input.ids?.includes(id)) : (gaps ?? input.ids);
  const where = [
    ...(group === undefined ? [] : [`l.id IN ${await groupIds(database.reader, group)}`]),
    ...(tag === undefined ? [] : [carriesTag('meter', 'l.id', tag)]),
  ];
  return {
    plan: meterPlan({ days, collecting }),
    wanted: { ids: chosen, where, within: ofAuthorization(authorization) },
  };
}

function ofAuthorization(authorization: string | undefined) {
  return authorization === undefined
    ? undefined
    : {
        condition: 'l.authorization_uid = $authorization',
        parameters: { authorization },
      };
}

function unknown(code: string, what: string): AppError {
  return new AppError({
    code,
    message: `This ${what} is not in the workspace.`,
    action: 'It may not have been fetched yet, or it was removed. Go back to the list.',
  });
}
