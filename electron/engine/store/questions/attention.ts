/** The attention list: what `attention-rules.ts` and `failed-collections.ts` find, as lines in one order, a page at a time. */
import type { AttentionKind, AttentionLine, AttentionThresholds } from '#shared/contract/attention.ts';
import type { SomeHandlers } from '../context.ts';
import type { Connection, Row } from '../database.ts';
import { dayOf, localClocks } from '../local-time.ts';
import { json, number, optionalNumber, optionalText, text } from '../row.ts';
import { among } from '../sql-text.ts';
import { expiring, lateBills, longGaps, muchEstimated, type Present, stopped } from './attention-rules.ts';
import { failedCollections } from './failed-collections.ts';
import { groupIds } from './group-members.ts';

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

/** What is found of a kind; its lines are made only where they are shown. */
interface Found {
  kind: AttentionKind;
  rows: Row[];
}

/** Kinds about meters, in the order in which they are shown after what ends access and what failed. */
const OF_METERS = [
  ['bill', lateBills],
  ['gap', longGaps],
  ['estimated', muchEstimated],
] as const;

export const attentionHandlers = {
  'attention.lines': async ({ workspace, kind, group, offset = 0, limit = 500, now, ahead }, context) => {
    const { database, zone } = context.store(workspace);
    const { reader } = database;
    const thresholds = await thresholdsOf(reader);
    const present = { now: Math.floor(now / 1000), ahead: Math.round(ahead / 1000) };
    const found = await find(reader, thresholds, present, group);
    const wanted = found
      .filter((one) => kind === undefined || one.kind === kind)
      .flatMap((one) => one.rows.map((row) => ({ kind: one.kind, row })));
    const page = wanted.slice(offset, offset + limit);
    const describe = await describer(
      reader,
      zone,
      page.flatMap(({ row }) => optionalText(row.usage_point) ?? []),
    );
    return {
      rows: page.map((one) => lineOf(one.kind, one.row, describe)),
      matching: wanted.length,
      counts: Object.fromEntries(found.map((one) => [one.kind, one.rows.length])) as Record<AttentionKind, number>, // `find` has all kinds
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

/** All that is found, the longest first within a kind; the most urgent kinds first. */
async function find(
  connection: Connection,
  thresholds: AttentionThresholds,
  present: Present,
  group: string | undefined,
): Promise<Found[]> {
  const chosen = group === undefined ? undefined : await groupIds(connection, group);
  const ofMeters = async (kind: AttentionKind, query: typeof stopped): Promise<Found> => ({
    kind,
    rows: await connection.rows(`SELECT * FROM (${query(thresholds, present, chosen)}) ORDER BY since, usage_point`),
  });
  const found = [
    await ofMeters('stopped', stopped),
    {
      kind: 'expiring' as const,
      rows: await connection.rows(`SELECT * FROM (${expiring(thresholds, present, chosen)}) ORDER BY since, uid`),
    },
    { kind: 'collection' as const, rows: await collections(connection, thresholds, present, chosen) },
  ];
  for (const [kind, query] of OF_METERS) found.push(await ofMeters(kind, query));
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

function lineOf(kind: AttentionKind, row: Row, describe: (id: string) => Described): AttentionLine {
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
  const { meter, day } = describe(text(row.usage_point));
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
