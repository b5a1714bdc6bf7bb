/** The typed tables: what an entry says, in columns. */

import type { EntityModel } from '#shared/espi/entities.ts';
import { linkKey } from '#shared/espi/links.ts';
import { type BillScale, billRow, lineItemRows } from './bill-rows.ts';
import { describeCustomerEntity } from './customer-text.ts';
import type { Connection } from './database.ts';
import { usualBillScale } from './decisions.ts';
import type { JoinedDocument } from './document-join.ts';
import { lastSegment, subscriptionPath, usagePointId } from './identity.ts';
import { text } from './row.ts';
import type { StagedEntity } from './staged.ts';
import { appendRows, type ColumnList, type StagedCell } from './staging.ts';

const BASE: ColumnList = [
  ['id', 'VARCHAR'],
  ['key_hash', 'UBIGINT'],
  ['source', 'INTEGER'],
  ['updated', 'BIGINT'],
];

interface Context {
  joined: JoinedDocument;
  scope: string;
  /** What the user said divides the money of a usage point's bills. */
  moneyScales: ReadonlyMap<string, number>;
  /** What the bills of a usage point in this document agree on. */
  usualScales: ReadonlyMap<string, number | undefined>;
}

interface Table {
  kinds: readonly string[];
  /** Behind those of {@link BASE}. */
  columns: ColumnList;
  cells(entity: StagedEntity, context: Context): StagedCell[];
}

/** The model of an entity: the reader decoded `data` with the decoder of its kind. */
function model<K extends keyof EntityModel>(entity: StagedEntity): EntityModel[K] {
  return entity.data as EntityModel[K];
}

/** The tables that have a row for each entity of some kinds. */
const TABLES: Readonly<Record<string, Table>> = {
  authorizations: {
    kinds: ['Authorization'],
    columns: [
      ['uid', 'VARCHAR'],
      ['title', 'VARCHAR'],
      ['published', 'BIGINT'],
      ['status', 'INTEGER'],
      ['authorized_start', 'BIGINT'],
      ['authorized_duration', 'BIGINT'],
      ['published_start', 'BIGINT'],
      ['published_duration', 'BIGINT'],
      ['expires_at', 'BIGINT'],
      ['scope', 'VARCHAR'],
      ['resource_uri', 'VARCHAR'],
      ['customer_resource_uri', 'VARCHAR'],
    ],
    cells: (entity) => {
      const data = model<'Authorization'>(entity);
      return [
        uidOf(entity),
        entity.title,
        entity.published,
        data.status,
        data.authorizedPeriod?.start,
        data.authorizedPeriod?.duration,
        data.publishedPeriod?.start,
        data.publishedPeriod?.duration,
        data.expires_at,
        data.scope,
        data.resourceURI,
        data.customerResourceURI,
      ];
    },
  },
  usage_points: {
    kinds: ['UsagePoint'],
    columns: [
      ['uid', 'VARCHAR'],
      ['authorization_uid', 'VARCHAR'],
      ['title', 'VARCHAR'],
      ['service_kind', 'INTEGER'],
      ['status', 'INTEGER'],
      ['tariff', 'VARCHAR'],
      ['local_time', 'VARCHAR'],
      ['implied', 'BOOLEAN'],
    ],
    cells: (entity, { joined }) => {
      const data = model<'UsagePoint'>(entity);
      return [
        uidOf(entity),
        joined.authorizationOf(entity.key),
        entity.title ?? data.serviceDeliveryPoint?.name,
        data.serviceCategory?.kind,
        data.status,
        data.serviceDeliveryPoint?.tariffProfile,
        joined.localTimes.get(entity.id),
        false,
      ];
    },
  },
  local_times: {
    kinds: ['LocalTimeParameters'],
    columns: [
      ['tz_offset', 'BIGINT'],
      ['dst_offset', 'BIGINT'],
      ['dst_start_rule', 'VARCHAR'],
      ['dst_end_rule', 'VARCHAR'],
    ],
    cells: (entity) => {
      const data = model<'LocalTimeParameters'>(entity);
      return [data.tzOffset, data.dstOffset, data.dstStartRule, data.dstEndRule];
    },
  },
  reading_types: {
    kinds: ['ReadingType'],
    columns: [
      ['title', 'VARCHAR'],
      ['data', 'VARCHAR'],
    ],
    cells: (entity) => [entity.title, JSON.stringify(entity.data)],
  },
  usage_summaries: {
    kinds: ['UsageSummary'],
    columns: [
      ['usage_point', 'VARCHAR'],
      ['start', 'BIGINT'],
      ['duration', 'BIGINT'],
      ['total', 'DOUBLE'],
      ['to_date', 'DOUBLE'],
      ['additional', 'DOUBLE'],
      ['currency', 'INTEGER'],
      ['money_scale', 'DOUBLE'],
      ['money_reason', 'VARCHAR'],
      ['consumption_value', 'DOUBLE'],
      ['consumption_unit', 'VARCHAR'],
      ['commodity', 'INTEGER'],
      ['quality', 'INTEGER'],
      ['tariff', 'VARCHAR'],
      ['data', 'VARCHAR'],
      ['line_scale', 'DOUBLE'],
      ['line_reason', 'VARCHAR'],
    ],
    cells: (entity, context) => [
      context.joined.parents.get(entity.id)?.parent,
      ...billRow(model<'UsageSummary'>(entity), knownScale(entity, context), JSON.stringify(entity.data)),
    ],
  },
  power_quality: {
    kinds: ['ElectricPowerQualitySummary'],
    columns: [
      ['usage_point', 'VARCHAR'],
      ['start', 'BIGINT'],
      ['duration', 'BIGINT'],
      ['data', 'VARCHAR'],
    ],
    cells: (entity, { joined }) => {
      const data = model<'ElectricPowerQualitySummary'>(entity);
      const { start, duration } = data.summaryInterval ?? {};
      return [joined.parents.get(entity.id)?.parent, start, duration, JSON.stringify(data)];
    },
  },
  customer_entities: {
    kinds: [
      'Customer',
      'CustomerAccount',
      'CustomerAgreement',
      'ServiceSupplier',
      'ProgramDateIdMappings',
      'ServiceLocation',
      'Meter',
      'EndDevice',
    ],
    columns: [
      ['kind', 'VARCHAR'],
      ['parent', 'VARCHAR'],
      ['usage_point', 'VARCHAR'],
      ['name', 'VARCHAR'],
      ['address', 'VARCHAR'],
      ['serial', 'VARCHAR'],
      ['data', 'VARCHAR'],
    ],
    cells: (entity, { joined, scope }) => {
      const described = describeCustomerEntity(entity.kind, entity.data);
      return [
        entity.kind,
        joined.parents.get(entity.id)?.parent,
        described.usagePoint === undefined ? undefined : usagePointId(scope, linkKey(described.usagePoint)),
        described.name ?? entity.title,
        described.address,
        described.serial,
        JSON.stringify(entity.data),
      ];
    },
  },
};

function knownScale(bill: StagedEntity, { joined, moneyScales, usualScales }: Context): BillScale {
  const point = joined.parents.get(bill.id)?.parent ?? '';
  return { chosen: moneyScales.get(point), usual: usualScales.get(point) };
}

const LINE_ITEM_COLUMNS: ColumnList = [
  ['usage_summary', 'VARCHAR'],
  ['ordinal', 'INTEGER'],
  ['note', 'VARCHAR'],
  ['kind', 'INTEGER'],
  ['amount', 'DOUBLE'],
  ['raw_amount', 'VARCHAR'],
  ['measurement_value', 'DOUBLE'],
  ['measurement_unit', 'VARCHAR'],
  ['unit_cost', 'DOUBLE'],
  ['dated_at', 'BIGINT'],
];

/** What is written into which table, in the order of its columns. */
export const ENTITY_COLUMNS: Readonly<Record<string, ColumnList>> = {
  ...Object.fromEntries(Object.entries(TABLES).map(([table, { columns }]) => [table, [...BASE, ...columns]])),
  line_items: LINE_ITEM_COLUMNS,
};

/** Writes the rows of a document's entities, its implied usage points included. */
export async function writeEntities(
  connection: Connection,
  joined: JoinedDocument,
  source: number,
  scope: string,
): Promise<void> {
  const moneyScales = await chosenMoneyScales(connection, joined);
  const context: Context = { joined, scope, moneyScales, usualScales: usualMoneyScales(joined) };
  for (const [table, definition] of Object.entries(TABLES)) {
    const rows = joined.entities.filter((entity) => definition.kinds.includes(entity.kind));
    if (rows.length === 0) continue;
    if (!joined.alone) await removeRows(connection, table, 'id', rows);
    const cells = rows.map((entity) => [
      entity.id,
      entity.hash,
      source,
      entity.updated,
      ...definition.cells(entity, context),
    ]);
    await appendRows(connection, table, [...BASE, ...definition.columns], cells);
  }
  await writeLineItems(connection, context);
  await writeImplied(connection, joined, source, scope);
}

async function chosenMoneyScales(connection: Connection, joined: JoinedDocument): Promise<Map<string, number>> {
  if (!joined.entities.some((entity) => entity.kind === 'UsageSummary')) return new Map();
  const rows = await connection.rows(`SELECT subject, value FROM decisions WHERE name = 'moneyScale'`);
  return new Map(rows.map((row) => [text(row.subject), Number(row.value)]));
}

function usualMoneyScales({ entities, parents }: JoinedDocument): Map<string, number | undefined> {
  const bills = new Map<string, EntityModel['UsageSummary'][]>();
  for (const entity of entities) {
    const point = entity.kind === 'UsageSummary' ? parents.get(entity.id)?.parent : undefined;
    if (point === undefined) continue;
    const list = bills.get(point);
    if (list) list.push(model<'UsageSummary'>(entity));
    else bills.set(point, [model<'UsageSummary'>(entity)]);
  }
  return new Map([...bills].map(([point, list]) => [point, usualBillScale(list)]));
}

async function removeRows(
  connection: Connection,
  table: string,
  column: 'id' | 'usage_summary',
  entities: readonly StagedEntity[],
): Promise<void> {
  const ids = JSON.stringify(entities.map(({ id }) => id));
  await connection.run(`DELETE FROM ${table} WHERE ${column} IN (SELECT unnest(?::JSON::VARCHAR[]))`, [ids]);
}

async function writeLineItems(connection: Connection, context: Context): Promise<void> {
  const bills = context.joined.entities.filter((entity) => entity.kind === 'UsageSummary');
  if (bills.length === 0) return;
  if (!context.joined.alone) await removeRows(connection, 'line_items', 'usage_summary', bills);
  const rows = bills.flatMap((bill) =>
    lineItemRows(model<'UsageSummary'>(bill), knownScale(bill, context)).map((cells) => [bill.id, ...cells]),
  );
  if (rows.length > 0) await appendRows(connection, 'line_items', LINE_ITEM_COLUMNS, rows);
}

/** Usage points that are only spoken of get a row each, unless a real one is there. */
async function writeImplied(
  connection: Connection,
  joined: JoinedDocument,
  source: number,
  scope: string,
): Promise<void> {
  for (const { id, hash, key, kind } of joined.implied) {
    if (kind !== 'UsagePoint') continue;
    await connection.run(
      `INSERT INTO usage_points (id, key_hash, source, uid, authorization_uid, implied)
       SELECT $1, $2, $3, $4, $5, true WHERE NOT EXISTS (SELECT 1 FROM usage_points WHERE id = $1)`,
      [id, hash, source, key === '#usagepoint' ? '' : lastSegment(key), authorizationOf(joined, key, scope)],
    );
  }
}

function authorizationOf(joined: JoinedDocument, key: string, scope: string): string | undefined {
  return joined.authorizationOf(key) ?? (scope === '' ? subscriptionPath(key)?.authorization : undefined);
}

function uidOf(entity: StagedEntity): string {
  return lastSegment(entity.href ?? entity.key);
}
