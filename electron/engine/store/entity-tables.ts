/** The typed tables: what an entry says, in columns. */

import type { EntityModel } from '#shared/espi/entities.ts';
import { linkKey } from '#shared/espi/links.ts';
import { billRow, lineItemRows } from './bill-rows.ts';
import { describeCustomerEntity } from './customer-text.ts';
import type { Connection } from './database.ts';
import type { JoinedDocument } from './document-join.ts';
import { lastSegment, subscriptionPath, usagePointId } from './identity.ts';
import { text } from './row.ts';
import type { StagedEntity } from './staged.ts';
import { type ColumnType, RowStage, type StagedCell } from './staging.ts';

type Columns = readonly (readonly [string, ColumnType])[];

const BASE: Columns = [
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
}

interface Table {
  kinds: readonly string[];
  columns: Columns;
  cells(entity: StagedEntity, context: Context): StagedCell[];
}

/** The model of an entity: the reader decoded `data` with the decoder of its kind. */
function model<K extends keyof EntityModel>(entity: StagedEntity): EntityModel[K] {
  return entity.data as EntityModel[K];
}

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
      ['total', 'BIGINT'],
      ['to_date', 'BIGINT'],
      ['additional', 'BIGINT'],
      ['currency', 'INTEGER'],
      ['money_scale', 'DOUBLE'],
      ['money_reason', 'VARCHAR'],
      ['consumption_value', 'DOUBLE'],
      ['consumption_unit', 'VARCHAR'],
      ['commodity', 'INTEGER'],
      ['quality', 'INTEGER'],
      ['tariff', 'VARCHAR'],
      ['line_scale', 'DOUBLE'],
      ['line_reason', 'VARCHAR'],
      ['data', 'VARCHAR'],
    ],
    cells: (entity, context) => [
      context.joined.parents.get(entity.id)?.parent,
      ...billRow(model<'UsageSummary'>(entity), chosenScale(entity, context)),
      JSON.stringify(entity.data),
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

function chosenScale(bill: StagedEntity, { joined, moneyScales }: Context): number | undefined {
  return moneyScales.get(joined.parents.get(bill.id)?.parent ?? '');
}

/** Writes the rows of a document's entities, its implied usage points included. */
export async function writeEntities(
  connection: Connection,
  joined: JoinedDocument,
  source: number,
  scope: string,
): Promise<void> {
  const context: Context = { joined, scope, moneyScales: await chosenMoneyScales(connection, joined) };
  for (const [table, definition] of Object.entries(TABLES)) {
    const rows = joined.entities.filter((entity) => definition.kinds.includes(entity.kind));
    if (rows.length === 0) continue;
    const stage = new RowStage(connection, `st_${table}`, [...BASE, ...definition.columns]);
    for (const entity of rows) {
      const cells = definition.cells(entity, context);
      await stage.append([entity.id, entity.hash, source, entity.updated, ...cells]);
    }
    stage.close();
    await replaceRows(connection, table, definition.columns);
  }
  await writeLineItems(connection, context);
  await writeImplied(connection, joined, source, scope);
}

async function chosenMoneyScales(connection: Connection, joined: JoinedDocument): Promise<Map<string, number>> {
  if (!joined.entities.some((entity) => entity.kind === 'UsageSummary')) return new Map();
  const rows = await connection.rows(`SELECT subject, value FROM decisions WHERE name = 'moneyScale'`);
  return new Map(rows.map((row) => [text(row.subject), Number(row.value)]));
}

async function replaceRows(connection: Connection, table: string, columns: Columns): Promise<void> {
  const names = [...BASE, ...columns].map(([name]) => name).join(', ');
  await connection.run(`DELETE FROM ${table} WHERE id IN (SELECT id FROM st_${table})`);
  await connection.run(`INSERT INTO ${table} (${names}) SELECT ${names} FROM st_${table}`);
}

async function writeLineItems(connection: Connection, context: Context): Promise<void> {
  const bills = context.joined.entities.filter((entity) => entity.kind === 'UsageSummary');
  if (bills.length === 0) return;
  const stage = new RowStage(connection, 'st_line_items', [
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
  ]);
  await stage.create();
  for (const bill of bills) {
    for (const cells of lineItemRows(model<'UsageSummary'>(bill), chosenScale(bill, context)))
      await stage.append([bill.id, ...cells]);
  }
  stage.close();
  await connection.run('DELETE FROM line_items WHERE usage_summary IN (SELECT id FROM st_usage_summaries)');
  await connection.run('INSERT INTO line_items SELECT * FROM st_line_items');
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
