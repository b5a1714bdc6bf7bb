/** What a server has of one meter, but its readings. */
import { AppError } from '#shared/errors.ts';
import type { Server } from '../server.ts';

export interface ServerMeter {
  usage_point: string;
  uid: string;
  authorization_uid: string | null;
  meter_number: string | null;
  customer: string | null;
  address: string | null;
  title: string | null;
  service: string | null;
  status: string | null;
  tariff: string | null;
  zone: string | null;
  zone_from: string | null;
  publisher: string;
}

export interface ServerSeries {
  series_id: string;
  /** Its number there. */
  series: number;
  cost_power: number;
  behaviour: string;
  holes_are: string;
  /** Its reading type as it was sent; null where it had none. */
  type: string | null;
}

interface ServerEntry {
  kind: string;
  title: string | null;
  payload: string | null;
}

export interface MeterThere {
  meter: ServerMeter;
  series: ServerSeries[];
  entries: ServerEntry[];
  /** What divides the money of its bills; undefined where it has none, or they differ. */
  moneyScale: number | undefined;
  /** Months of UTC with readings, by series. */
  months: { series_id: string; period: number; rows: number }[];
  mark: string;
}

/** SQL that gives `mark`: what is there of a meter, as a text that is another one when that is. @param groups SQL of its id and those of its series */
export function markOf(groups: string): string {
  return `SELECT md5(string_agg(p.kind || ' ' || p.grp || ' ' || p.digest, ',' ORDER BY p.kind, p.grp)) AS mark
    FROM meterscope_pull.published p WHERE p.grp = ANY (${groups})`;
}

/** The version of the tables that this program reads. @throws AppError `team_other_version` */
export async function expectReadable(server: Server, version: number): Promise<void> {
  const [there] = await server.rows<{ found: string | null }>(
    `SELECT to_regclass('meterscope_pull.version')::text AS found`,
  );
  const [row] =
    there?.found == null ? [] : await server.rows<{ version: number }>('SELECT version FROM meterscope_pull.version');
  if (row?.version === version) return;
  const has = row === undefined ? 'no tables to take meters from' : `version ${row.version} of the tables`;
  throw new AppError({
    code: 'team_other_version',
    message: `The database has ${has}; this program reads version ${version}.`,
    action:
      'Prepare the server once more with this version of Meterscope, on the Share screen or with --prepare, or use the version that publishes to it.',
  });
}

/** All that is known of a meter there; undefined where the server does not have it. */
export async function meterThere(server: Server, usagePoint: string): Promise<MeterThere | undefined> {
  const [meter] = await server.rows<ServerMeter & { [name: string]: unknown }>(
    `SELECT usage_point, uid, authorization_uid, meter_number, customer, address, title, service, status, tariff, zone, zone_from, publisher
     FROM v1.meters WHERE usage_point = $1`,
    [usagePoint],
  );
  if (meter === undefined) return undefined;
  const series = await server.rows<ServerSeries & { [name: string]: unknown }>(
    `SELECT s.series_id, n.series, n.cost_power, s.behaviour, s.holes_are, e.payload AS type
     FROM v1.series s JOIN meterscope_pull.series n ON n.series_id = s.series_id
     LEFT JOIN meterscope_pull.entries e ON e.usage_point = s.usage_point AND e.series_id = s.series_id AND e.kind = 'ReadingType'
     WHERE s.usage_point = $1 ORDER BY e.place, s.series_id`,
    [usagePoint],
  );
  const entries = await server.rows<ServerEntry & { [name: string]: unknown }>(
    "SELECT kind, title, payload FROM meterscope_pull.entries WHERE usage_point = $1 AND kind <> 'ReadingType' ORDER BY kind, place",
    [usagePoint],
  );
  const scales = await server.rows<{ money_scale: number }>(
    'SELECT DISTINCT money_scale FROM v1.bills WHERE usage_point = $1',
    [usagePoint],
  );
  const ids = series.map(({ series_id }) => series_id);
  const months = await server.rows<{ series_id: string; period: number; rows: string }>(
    `SELECT grp AS series_id, substr(kind, 10)::integer AS period, rows FROM meterscope_pull.published
     WHERE grp = ANY ($1::text[]) AND kind LIKE 'readings:%' ORDER BY 1, 2`,
    [ids],
  );
  const [marked] = await server.rows<{ mark: string }>(markOf('$1::text[]'), [[usagePoint, ...ids]]);
  return {
    meter,
    series,
    entries,
    moneyScale: scales.length === 1 ? scales[0]?.money_scale : undefined,
    months: months.map((row) => ({ ...row, rows: Number(row.rows) })),
    mark: marked?.mark ?? '',
  };
}
