/** The typed tables: what an entry says, in columns. */
import type { EntityModel } from '#shared/espi/entities.ts';
import { CUSTOMER_KINDS } from '../../../../shared/espi/entities.ts';
import type { Connection } from '../database.ts';
import { lastSegment, subscriptionPath } from '../identity.ts';
import { among } from '../sql-text.ts';
import { writeBills } from './bill-money.ts';
import { BILL_COLUMNS, LINE_ITEM_COLUMNS } from './bill-rows.ts';
import { describeCustomerEntity } from './customer-text.ts';
import type { JoinedDocument } from './document-join.ts';
import { writeLocationPoints } from './location-points.ts';
import type { StagedEntity } from './staged.ts';
import { appendRows, type ColumnList, type StagedCell } from './staging.ts';

const BASE: ColumnList = [
  ['id', 'VARCHAR'],
  ['key_hash', 'UBIGINT'],
  ['source', 'INTEGER'],
  ['updated', 'BIGINT'],
];

interface Table {
  kinds: readonly string[];
  /** Behind those of {@link BASE}. */
  columns: ColumnList;
  cells(entity: StagedEntity, joined: JoinedDocument): StagedCell[];
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
      ['local_time_inferred', 'BOOLEAN'],
    ],
    cells: (entity, joined) => {
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
        joined.inferredTimes.has(entity.id),
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
  power_quality: {
    kinds: ['ElectricPowerQualitySummary'],
    columns: [
      ['usage_point', 'VARCHAR'],
      ['start', 'BIGINT'],
      ['duration', 'BIGINT'],
      ['data', 'VARCHAR'],
    ],
    cells: (entity, joined) => {
      const data = model<'ElectricPowerQualitySummary'>(entity);
      const { start, duration } = data.summaryInterval ?? {};
      return [joined.parents.get(entity.id)?.parent, start, duration, JSON.stringify(data)];
    },
  },
  customer_entities: {
    kinds: CUSTOMER_KINDS,
    columns: [
      ['kind', 'VARCHAR'],
      ['parent', 'VARCHAR'],
      ['name', 'VARCHAR'],
      ['address', 'VARCHAR'],
      ['serial', 'VARCHAR'],
      ['data', 'VARCHAR'],
    ],
    cells: (entity, joined) => {
      const described = describeCustomerEntity(entity.kind, entity.data);
      return [
        entity.kind,
        joined.parents.get(entity.id)?.parent,
        described.name ?? entity.title,
        described.address,
        described.serial,
        JSON.stringify(entity.data),
      ];
    },
  },
};

/** What is written into which table, in the order of its columns. */
export const ENTITY_COLUMNS: Readonly<Record<string, ColumnList>> = {
  ...Object.fromEntries(Object.entries(TABLES).map(([table, { columns }]) => [table, [...BASE, ...columns]])),
  usage_summaries: [...BASE, ...BILL_COLUMNS],
  line_items: LINE_ITEM_COLUMNS,
};

/** Writes the rows of a document's entities, its implied usage points included. */
export async function writeEntities(
  connection: Connection,
  joined: JoinedDocument,
  source: number,
  scope: string,
): Promise<void> {
  const base = (entity: StagedEntity): StagedCell[] => [entity.id, entity.hash, source, entity.updated];
  for (const [table, definition] of Object.entries(TABLES)) {
    const rows = joined.entities.filter((entity) => definition.kinds.includes(entity.kind));
    if (rows.length === 0) continue;
    if (!joined.alone) await removeRows(connection, table, rows);
    const cells = rows.map((entity) => [...base(entity), ...definition.cells(entity, joined)]);
    await appendRows(connection, table, [...BASE, ...definition.columns], cells);
  }
  await writeLocationPoints(connection, joined, source, scope);
  await writeImplied(connection, joined, source, scope);
  // Last: whose bills they are is known by the rows of their meters.
  await writeBills(connection, joined, BASE, base);
}

async function removeRows(connection: Connection, table: string, entities: readonly StagedEntity[]): Promise<void> {
  await connection.run(`DELETE FROM ${table} WHERE id IN ${among(entities.map(({ id }) => id))}`);
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
      `INSERT INTO usage_points (id, key_hash, source, uid, authorization_uid, local_time, implied, local_time_inferred)
       SELECT $1, $2, $3, $4, $5, $6, true, $6 IS NOT NULL WHERE NOT EXISTS (SELECT 1 FROM usage_points WHERE id = $1)`,
      [
        id,
        hash,
        source,
        key === '#usagepoint' ? '' : lastSegment(key),
        authorizationOf(joined, key, scope),
        joined.localTimes.get(id),
      ],
    );
  }
}

function authorizationOf(joined: JoinedDocument, key: string, scope: string): string | undefined {
  return joined.authorizationOf(key) ?? (scope === '' ? subscriptionPath(key)?.authorization : undefined);
}

function uidOf(entity: StagedEntity): string {
  return lastSegment(entity.href ?? entity.key);
}
