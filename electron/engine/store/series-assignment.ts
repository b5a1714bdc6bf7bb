/** Which series the readings of a meter reading belong to; made where it is not there yet. */
import type { EntityModel } from '#shared/espi/entities.ts';
import type { Connection } from './database.ts';
import { seriesKey } from './decisions.ts';
import type { JoinedDocument } from './document-join.ts';
import { hashId, keyHash } from './identity.ts';
import { json, number, optionalText, text } from './row.ts';

type ReadingType = EntityModel['ReadingType'];

interface MeterReading {
  id: string;
  usagePoint: string | undefined;
  readingType: string | undefined;
  type: ReadingType | undefined;
  /** Series that the store has for it. */
  before: number | undefined;
  series: number;
}

/** What the blocks of a family get from their meter reading; a row of `st_families`. */
export interface FamilyRow {
  family: number;
  meter_reading: string;
  series: number;
  quality: number | undefined;
  tou: number | undefined;
  tier: number | undefined;
  cpp: number | undefined;
  length: number | undefined;
}

export interface Assignments {
  meterReadings: Map<string, MeterReading>;
  families: FamilyRow[];
  /** Reading types of the series of this document, for their behaviour. */
  types: Map<number, ReadingType | undefined>;
  /** Series that lost or gained rows because a reading type came late. */
  moved: Set<number>;
}

/** Finds or makes the series of every meter reading that this document speaks of. */
export async function assignSeries(connection: Connection, joined: JoinedDocument): Promise<Assignments> {
  const meterReadings = await collectMeterReadings(connection, joined);
  await attachTypes(connection, joined, meterReadings);
  await numberSeries(connection, meterReadings);
  const assignments: Assignments = { meterReadings, families: [], types: new Map(), moved: new Set() };
  for (const meterReading of meterReadings.values()) {
    assignments.types.set(meterReading.series, meterReading.type);
    if (meterReading.before !== undefined && meterReading.before !== meterReading.series) {
      await moveReadings(connection, meterReading, assignments.moved);
    }
  }
  for (const [family, id] of joined.families) {
    const meterReading = meterReadings.get(id);
    if (meterReading !== undefined) assignments.families.push(familyRow(family, meterReading));
  }
  return assignments;
}

/** Writes the document's meter readings with their series. */
export async function writeMeterReadings(
  connection: Connection,
  joined: JoinedDocument,
  { meterReadings }: Assignments,
  source: number,
): Promise<void> {
  const entries = new Map(joined.entities.filter((entity) => entity.kind === 'MeterReading').map((e) => [e.id, e]));
  const implied = new Map(joined.implied.filter((entity) => entity.kind === 'MeterReading').map((e) => [e.id, e]));
  for (const meterReading of meterReadings.values()) {
    const entry = entries.get(meterReading.id);
    const hash = entry?.hash ?? implied.get(meterReading.id)?.hash;
    if (hash === undefined) {
      await connection.run('UPDATE meter_readings SET series = ? WHERE id = ?', [meterReading.series, meterReading.id]);
      continue;
    }
    await connection.run('DELETE FROM meter_readings WHERE id = ?', [meterReading.id]);
    await connection.run('INSERT INTO meter_readings VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)', [
      meterReading.id,
      hash,
      source,
      entry?.updated,
      meterReading.usagePoint,
      meterReading.readingType,
      entry?.title,
      meterReading.series,
      entry === undefined,
    ]);
  }
}

async function collectMeterReadings(
  connection: Connection,
  joined: JoinedDocument,
): Promise<Map<string, MeterReading>> {
  const found = new Map<string, MeterReading>();
  const own = joined.entities.filter((entity) => entity.kind === 'MeterReading').map((entity) => entity.id);
  const implied = joined.implied.filter((entity) => entity.kind === 'MeterReading').map((entity) => entity.id);
  for (const id of [...own, ...implied]) {
    found.set(id, {
      id,
      usagePoint: joined.parents.get(id)?.parent,
      readingType: joined.readingTypes.get(id),
      type: undefined,
      before: undefined,
      series: 0,
    });
  }
  const types = joined.entities.filter((entity) => entity.kind === 'ReadingType').map((entity) => entity.id);
  const wanted = [...found.keys(), ...joined.families.values()];
  const stored = await connection.rows(
    `SELECT id, usage_point, reading_type, series, implied FROM meter_readings
     WHERE id IN (SELECT unnest(?::JSON::VARCHAR[])) OR reading_type IN (SELECT unnest(?::JSON::VARCHAR[]))`,
    [JSON.stringify(wanted), JSON.stringify(types)],
  );
  for (const row of stored) {
    const id = text(row.id);
    const known = found.get(id);
    found.set(id, {
      id,
      // What only some documents say is not forgotten when another one is silent about it.
      usagePoint: known?.usagePoint ?? optionalText(row.usage_point),
      readingType: known?.readingType ?? optionalText(row.reading_type),
      type: undefined,
      before: row.series === null ? undefined : number(row.series),
      series: 0,
    });
  }
  return found;
}

async function attachTypes(
  connection: Connection,
  joined: JoinedDocument,
  meterReadings: Map<string, MeterReading>,
): Promise<void> {
  const types = new Map<string, ReadingType>();
  for (const entity of joined.entities) {
    if (entity.kind === 'ReadingType') types.set(entity.id, entity.data as ReadingType); // decoded as its kind
  }
  const missing = [...meterReadings.values()].flatMap(({ readingType }) =>
    readingType === undefined || types.has(readingType) ? [] : [readingType],
  );
  const rows = await connection.rows(
    'SELECT id, data FROM reading_types WHERE id IN (SELECT unnest(?::JSON::VARCHAR[]))',
    [JSON.stringify(missing)],
  );
  for (const row of rows) types.set(text(row.id), json(row.data) as ReadingType); // written from the same model
  for (const meterReading of meterReadings.values()) {
    if (meterReading.readingType !== undefined) meterReading.type = types.get(meterReading.readingType);
  }
}

async function numberSeries(connection: Connection, meterReadings: Map<string, MeterReading>): Promise<void> {
  const wanted = new Map<string, { key: string; meterReading: MeterReading }>();
  for (const meterReading of meterReadings.values()) {
    const { key, id } = seriesIdentity(meterReading);
    wanted.set(id, { key, meterReading });
  }
  const known = new Map<string, number>();
  const rows = await connection.rows('SELECT id, series FROM series WHERE id IN (SELECT unnest(?::JSON::VARCHAR[]))', [
    JSON.stringify([...wanted.keys()]),
  ]);
  for (const row of rows) known.set(text(row.id), number(row.series));
  const next = await connection.row('SELECT coalesce(max(series), 0) AS last FROM series');
  let last = number(next?.last);
  for (const [id, { key, meterReading }] of wanted) {
    if (known.has(id)) continue;
    last += 1;
    known.set(id, last);
    await connection.run(
      `INSERT INTO series VALUES (?, ?, ?, ?, ?, ?, 'interval', '', 'detected', 0, false, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, 0, '{}')`,
      [
        last,
        id,
        meterReading.usagePoint,
        key,
        JSON.stringify(meterReading.type ?? {}),
        meterReading.type?.intervalLength ?? 0,
      ],
    );
  }
  for (const meterReading of meterReadings.values()) {
    meterReading.series = known.get(seriesIdentity(meterReading).id) ?? 0;
  }
}

/** Of the usage point and what is measured; a meter reading without a usage point or type stands by itself. */
function seriesIdentity(meterReading: MeterReading): { key: string; id: string } {
  const alone = meterReading.usagePoint === undefined || meterReading.type === undefined;
  const key = `${alone ? `meter reading ${meterReading.id} ` : ''}${seriesKey(meterReading.type)}`;
  return { key, id: hashId(keyHash(`series:${meterReading.usagePoint ?? ''}`, key)) };
}

async function moveReadings(connection: Connection, meterReading: MeterReading, moved: Set<number>): Promise<void> {
  const { before, series, id } = meterReading;
  for (const table of ['readings', 'superseded']) {
    await connection.run(
      `UPDATE ${table} SET series = $1 WHERE series = $2 AND block IN (SELECT block FROM interval_blocks WHERE meter_reading = $3)`,
      [series, before, id],
    );
  }
  await connection.run('UPDATE interval_blocks SET series = ? WHERE meter_reading = ?', [series, id]);
  moved.add(series);
  if (before !== undefined) moved.add(before);
}

function familyRow(family: number, meterReading: MeterReading): FamilyRow {
  const type = meterReading.type;
  return {
    family,
    meter_reading: meterReading.id,
    series: meterReading.series,
    quality: type?.defaultQuality,
    tou: type?.tou,
    tier: type?.consumptionTier,
    cpp: type?.cpp,
    length: type?.intervalLength,
  };
}
