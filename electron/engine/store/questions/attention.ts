/** The attention list: what `attention-rules.ts` and `failed-collections.ts` find, as lines in one order, a page at a time. */
import type { AttentionKind, AttentionLine, AttentionThresholds } from '#shared/contract/attention.ts';
import type { SomeHandlers } from '../context.ts';
import type { Connection, Database, Row } from '../database.ts';
import { dayOf, localClocks } from '../local-time.ts';
import { json, number, optionalNumber, optionalText, text } from '../row.ts';
import { among } from '../sql-text.ts';
import { expiring, lateBills, longGaps, muchEstimated, type Present } from './attention-rules.ts';
import { failedCollections } from './failed-collections.ts';
import { countedIds, groupIds } from './group-members.ts';
import { silentMeters } from './silent-meters.ts';

/** In the settings of the store. */
const KEY = 'attention';

const DEFAULTS: AttentionThresholds = {
  silentDays: 3,
  billDays: 10,
  gapDays: 3,
  estimatedShare: 0.1,
  expiryDays: 30,
  withinDays: 400,
};

/** What is found of a kind: how many, and the rows of the page that is asked for. */
interface Found {
  kind: AttentionKind;
  count: number;
  rows: Row[];
}

export const attentionHandlers = {
  'attention.lines': async ({ workspace, kind, group, offset = 0, limit = 500, now, ahead }, context) => {
    const { database, zone } = context.store(workspace);
    const { reader } = database;
    const thresholds = await thresholdsOf(reader);
    const present = { now: Math.floor(now / 1000), ahead: Math.round(ahead / 1000) };
    const found = await find(database, thresholds, present, { kind, group, offset, limit });
    const page = found.flatMap((one) => one.rows.map((row) => ({ kind: one.kind, row })));
    const wanted = found.filter((one) => kind === undefined || one.kind === kind);
    const describedAs = await describer(
      reader,
      zone,
      page.flatMap(({ row }) => optionalText(row.usage_point) ?? []),
    );
    return {
      rows: page.map((one) => lineOf(one.kind, one.row, describedAs)),
      matching: wanted.reduce((sum, { count }) => sum + count, 0),
      counts: Object.fromEntries(found.map((one) => [one.kind, one.count])) as Record<AttentionKind, number>, // `find` has all kinds
      thresholds,
      now,
    };
  },
  'attention.setThresholds': async ({ workspace, thresholds }, context) => {
    await context
      .store(workspace)
      .write((connection) =>
        connection.run('INSERT OR REPLACE INTO settings VALUES (?, ?)', [KEY, JSON.stringify(thresholds)]),
      );
    return undefined;
  },
} satisfies SomeHandlers;

async function thresholdsOf(connection: Connection): Promise<AttentionThresholds> {
  const row = await connection.row('SELECT value FROM settings WHERE key = ?', [KEY]);
  return { ...DEFAULTS, ...(json(row?.value) as Partial<AttentionThresholds> | undefined) }; // as setThresholds wrote it
}

interface Asked {
  kind: AttentionKind | undefined;
  group: string | undefined;
  offset: number;
  limit: number;
}

/** Every kind, the most urgent first, and within a kind the longest. */
async function find(
  database: Database,
  thresholds: AttentionThresholds,
  present: Present,
  { kind, group, offset, limit }: Asked,
): Promise<Found[]> {
  const connection = database.reader;
  const meters = group === undefined ? undefined : await countedIds(connection, group);
  // What is about authorizations, or about meters by their uids, is about every usage point of the group.
  const points = group === undefined ? undefined : await groupIds(connection, group);
  const found: Found[] = [];
  /** The part of the page that the next kind has. */
  const window = (next: AttentionKind) => {
    const before = found.reduce((sum, one) => sum + (kind === undefined || one.kind === kind ? one.count : 0), 0);
    const from = Math.max(0, offset - before);
    const taken = found.reduce((sum, { rows }) => sum + rows.length, 0);
    return { from, size: kind === undefined || kind === next ? limit - taken : 0 };
  };
  const add = (next: AttentionKind, rows: readonly Row[]) => {
    const { from, size } = window(next);
    found.push({ kind: next, count: rows.length, rows: rows.slice(from, from + size) });
  };
  const ask = async (next: AttentionKind, query: string, order: string) => {
    const { from, size } = window(next);
    const rows = await connection.rows(
      `WITH q AS MATERIALIZED (${query}) SELECT c.n, q.* FROM (SELECT count(*) AS n FROM q) c
       LEFT JOIN (SELECT * FROM q ORDER BY since, ${order} LIMIT ${size} OFFSET ${from}) q ON true ORDER BY since, ${order}`,
    );
    found.push({ kind: next, count: number(rows[0]?.n), rows: rows.filter(({ since }) => since !== null) });
  };
  add('stopped', await silentMeters(database, connection, thresholds, present, meters));
  await ask('expiring', expiring(thresholds, present, points), 'uid');
  add('collection', await collections(connection, thresholds, present, points));
  await ask('bill', lateBills(thresholds, present, meters), 'usage_point');
  await ask('gap', longGaps(thresholds, present, meters), 'usage_point');
  await ask('estimated', muchEstimated(thresholds, present, meters), 'usage_point');
  return found;
}

/** Failed collections as rows. Their times are of this computer's clock. */
async function collections(
  connection: Connection,
  thresholds: AttentionThresholds,
  { now, ahead }: Present,
  chosen: string | undefined,
): Promise<Row[]> {
  const failed = await failedCollections(connection, (now - ahead - thresholds.withinDays * 86_400) * 1000);
  const uids =
    chosen === undefined || failed.length === 0
      ? undefined
      : new Set(
          (await connection.rows(`SELECT uid FROM usage_points WHERE id IN ${chosen}`)).map(({ uid }) => text(uid)),
        );
  return failed
    .filter(({ meters }) => uids === undefined || meters.some((uid) => uids.has(uid)))
    .map(({ id, state, message, meters, since }) => ({
      id,
      state,
      message: message ?? null,
      meters: JSON.stringify(meters),
      since,
    }));
}

interface Described {
  meter: Extract<AttentionLine, { kind: 'gap' }>['meter'];
  /** The date of an instant by the meter's own clock. */
  day: (at: number) => string;
}

/** What is shown of usage points. */
async function describer(
  connection: Connection,
  zone: string,
  points: readonly string[],
): Promise<(id: string) => Described> {
  const rows = await connection.rows(
    `SELECT p.id, p.uid, p.title, p.authorization_uid, p.local_time, d.value AS chosen_zone, f.meter, f.customer, f.address
     FROM usage_points p LEFT JOIN usage_point_facts f ON f.usage_point = p.id
     LEFT JOIN decisions d ON d.subject = p.id AND d.name = 'zone' WHERE p.id IN ${among(new Set(points))}`,
  );
  const clockFor = await localClocks(connection, rows, zone);
  const byId = new Map(rows.map((row) => [text(row.id), row]));
  return (id) => {
    const row = byId.get(id) ?? {};
    const meter = {
      id,
      uid: text(row.uid),
      number: optionalText(row.meter),
      title: optionalText(row.title),
      customer: optionalText(row.customer),
      address: optionalText(row.address),
      authorization: optionalText(row.authorization_uid),
    };
    return { meter, day: (at) => dayOf(clockFor(row), at) };
  };
}

function lineOf(kind: AttentionKind, row: Row, describedAs: (id: string) => Described): AttentionLine {
  const since = number(row.since);
  if (kind === 'expiring') {
    const authorization = {
      id: text(row.id),
      uid: text(row.uid),
      customer: optionalText(row.customer),
      meters: number(row.meters),
    };
    return { kind, authorization, since };
  }
  if (kind === 'collection') {
    const collection = { id: text(row.id), state: text(row.state), message: optionalText(row.message) };
    return { kind, collection, meters: json(row.meters) as string[], since };
  }
  const { meter, day } = describedAs(text(row.usage_point));
  const about = { meter, since, sinceDay: day(since) };
  if (kind === 'gap') return { kind, ...about, count: number(row.count), longest: number(row.longest) };
  if (kind === 'estimated') return { kind, ...about, share: number(row.share), readings: number(row.readings) };
  return {
    kind,
    ...about,
    every: optionalNumber(row.every),
    delay: optionalNumber(row.delay),
    due: number(row.due),
    asOf: number(row.as_of),
  };
}
