/**
 * The scales of bills as they stand in the store. All bills of one custodian are decided together, those that were
 * there before included: a bill that comes later may say more, and two bills must not differ without a warning.
 */
import { type BillMoney, SCHEMA_DIVISOR } from '#shared/espi/bill-evidence.ts';
import { chosenScales, decideMoneyScales, type MoneyScales } from '#shared/espi/money.ts';
import { groupBy } from '#shared/group.ts';
import type { Connection, Row } from '../database.ts';
import type { Tell } from '../opening.ts';
import { json, number, optionalNumber, optionalText, text } from '../row.ts';
import { among, sqlText } from '../sql-text.ts';
import { BILL_COLUMNS, type Bill, billRow, consumptionOf, LINE_ITEM_COLUMNS, lineItemRows } from './bill-rows.ts';
import type { JoinedDocument } from './document-join.ts';
import { appendRows, type ColumnList, type StagedCell } from './staging.ts';

/** A bill whose scales are to be decided. */
interface MoneyBill {
  id: string;
  usagePoint: string | undefined;
  /** A file, an authorization, or where neither is known the meter. */
  custodian: string;
  bill: Bill;
}

/** What is in the store under one custodian. A file is one custodian's, and so is an authorization. */
const CUSTODIAN = `CASE WHEN s.scope <> '' THEN 'file ' || s.scope
  WHEN p.authorization_uid IS NOT NULL THEN 'authorization ' || p.authorization_uid
  ELSE 'meter ' || coalesce(b.usage_point, b.id) END`;
const STORED = `usage_summaries b LEFT JOIN sources s USING (source) LEFT JOIN usage_points p ON p.id = b.usage_point`;

/** Writes the bills of a document, `base` being the cells of all entities; other bills of their custodians follow. */
export async function writeBills(
  connection: Connection,
  joined: JoinedDocument,
  columns: ColumnList,
  base: (entity: JoinedDocument['entities'][number]) => StagedCell[],
): Promise<void> {
  const entities = joined.entities.filter(({ kind }) => kind === 'UsageSummary');
  if (entities.length === 0) return;
  const ids = among(entities.map(({ id }) => id));
  if (!joined.alone) {
    for (const [table, column] of [
      ['usage_summaries', 'id'],
      ['line_items', 'usage_summary'],
    ] as const) {
      await connection.run(`DELETE FROM ${table} WHERE ${column} IN ${ids}`);
    }
  }
  const own = entities.map((entity) => ({
    id: entity.id,
    usagePoint: joined.parents.get(entity.id)?.parent,
    bill: entity.data as Bill, // the reader decoded it with the decoder of its kind
  }));
  const points = [...new Set(own.flatMap(({ usagePoint }) => usagePoint ?? []))];
  const authorizations = joined.alone ? new Map<string, string>() : await authorizationsOf(connection, points);
  const bills = own.map((bill): MoneyBill => {
    const authorization = authorizations.get(bill.usagePoint ?? '');
    const meter = authorization ? `authorization ${authorization}` : `meter ${bill.usagePoint ?? bill.id}`;
    return { ...bill, custodian: joined.alone ? 'file' : meter };
  });
  const stored = joined.alone ? [] : await loadBills(connection, await besideSql(authorizations, points));
  const scales = await decide(connection, [...bills, ...stored.map(({ bill }) => bill)]);
  await appendRows(
    connection,
    'usage_summaries',
    [...columns, ...BILL_COLUMNS],
    entities.map((entity, place) => {
      const { id, usagePoint, bill } = bills[place] as MoneyBill; // made from the entities, one each
      return [...base(entity), ...billRow(bill, usagePoint, scales(id))];
    }),
  );
  await appendLines(connection, bills, scales);
  await follow(connection, stored, scales);
}

/** Decides stored bills of whole custodians together, and writes what follows. */
async function redecide(connection: Connection, stored: readonly StoredBill[]): Promise<void> {
  const bills = stored.map(({ bill }) => bill);
  await follow(connection, stored, await decide(connection, bills));
}

/** Decides the bills anew that are of the same custodian as those of a meter. */
export async function redecideMeter(connection: Connection, usagePoint: string): Promise<void> {
  const same = `SELECT ${CUSTODIAN} FROM ${STORED} WHERE b.usage_point = ${sqlText(usagePoint)}`;
  const stored = await loadBills(connection, `${CUSTODIAN} IN (${same})`);
  await redecide(connection, stored);
}

/** At most this many bills, about, are decided at a time. */
const PORTION = 5000;

/** Decides bills that an older version decided by themselves: `money_evidence` is still empty. */
export async function decideUndecided(connection: Connection, tell: Tell): Promise<void> {
  const row = await connection.row('SELECT count(*) AS count FROM usage_summaries WHERE money_evidence IS NULL');
  const of = number(row?.count);
  const portions = Math.ceil(of / PORTION);
  let done = 0;
  for (let portion = 0; portion < portions; portion += 1) {
    const open = `SELECT ${CUSTODIAN} FROM ${STORED} WHERE b.money_evidence IS NULL`;
    const where = `hash(${CUSTODIAN}) % ${portions} = ${portion} AND ${CUSTODIAN} IN (${open})`;
    const stored = await loadBills(connection, where);
    await redecide(connection, stored);
    done += stored.length;
    tell({ done, of, noun: 'bills' });
  }
}

async function authorizationsOf(connection: Connection, points: readonly string[]): Promise<Map<string, string>> {
  const rows = await connection.rows(
    `SELECT id, authorization_uid FROM usage_points WHERE authorization_uid IS NOT NULL AND id IN ${among(points)}`,
  );
  return new Map(rows.map((row) => [text(row.id), text(row.authorization_uid)]));
}

/** The bills that stay beside those of a document: of the same authorizations, else of the same meters. */
function besideSql(authorizations: ReadonlyMap<string, string>, points: readonly string[]): string {
  return `s.scope = '' AND b.usage_point IN (
    SELECT id FROM usage_points WHERE authorization_uid IN ${among(new Set(authorizations.values()))} OR id IN ${among(points)})`;
}

interface StoredBill {
  bill: MoneyBill;
  row: Row;
}

async function loadBills(connection: Connection, where: string): Promise<StoredBill[]> {
  const rows = await connection.rows(
    `SELECT b.id, b.usage_point, b.data, b.money_scale, b.money_reason, b.line_scale, b.money_evidence, b.money_warning, ${CUSTODIAN} AS custodian
     FROM ${STORED} WHERE ${where} ORDER BY b.start, b.id`,
  );
  return rows.map((row) => ({
    row,
    bill: {
      id: text(row.id),
      usagePoint: optionalText(row.usage_point),
      custodian: text(row.custodian),
      bill: json(row.data) as Bill, // written from the reader's model
    },
  }));
}

type Scales = (id: string) => MoneyScales;

/** The scales of bills by id, those of each custodian together; what the user chose for a meter goes before. */
async function decide(connection: Connection, bills: readonly MoneyBill[]): Promise<Scales> {
  const rows = await connection.rows(`SELECT subject, value FROM decisions WHERE name = 'moneyScale'`);
  const chosen = new Map(rows.map((row) => [text(row.subject), Number(row.value)]));
  const scales = new Map<string, MoneyScales>();
  for (const [, group] of groupBy(bills, ({ custodian }) => custodian)) {
    for (const [place, detected] of decideMoneyScales(group.map(({ bill }) => moneyOf(bill))).entries()) {
      const { id, usagePoint } = group[place] as MoneyBill; // one each
      const own = chosen.get(usagePoint ?? '');
      scales.set(id, own === undefined ? detected : chosenScales(own, detected));
    }
  }
  const nothing = { value: SCHEMA_DIVISOR, reason: '', certain: false };
  return (id) => scales.get(id) ?? { evidence: 'schema', bill: nothing, lines: nothing, warning: undefined };
}

/** What a bill says of its money. */
export function moneyOf(bill: Bill): BillMoney {
  return {
    start: bill.billingPeriod?.start,
    billLastPeriod: bill.billLastPeriod,
    costAdditionalLastPeriod: bill.costAdditionalLastPeriod,
    lineItems: bill.costAdditionalDetailLastPeriod ?? [],
    measurements: [bill.overallConsumptionLastPeriod, bill.currentBillingPeriodOverAllConsumption],
    consumption: consumptionOf(bill),
  };
}

/** Brings stored bills to their scales, where these are others than before. */
async function follow(connection: Connection, stored: readonly StoredBill[], scales: Scales): Promise<void> {
  const changed = stored.filter(({ row, bill: { id } }) => {
    const { bill, lines, evidence, warning } = scales(id);
    return (
      number(row.money_scale) !== bill.value ||
      optionalNumber(row.line_scale) !== lines.value ||
      optionalText(row.money_evidence) !== evidence ||
      optionalText(row.money_warning) !== warning ||
      text(row.money_reason) !== bill.reason
    );
  });
  if (changed.length === 0) return;
  const cells = changed.map(({ bill: { id } }) => {
    const { bill, lines, evidence, warning } = scales(id);
    return { id, bill: bill.value, reason: bill.reason, lines: lines.value, why: lines.reason, evidence, warning };
  });
  await connection.run(
    `UPDATE usage_summaries SET money_scale = (c->>'bill')::DOUBLE, money_reason = c->>'reason', line_scale = (c->>'lines')::DOUBLE,
       line_reason = c->>'why', money_evidence = c->>'evidence', money_warning = c->>'warning'
     FROM (SELECT unnest(?::JSON::JSON[]) AS c) WHERE usage_summaries.id = (c->>'id')`,
    [JSON.stringify(cells)],
  );
  await connection.run(`DELETE FROM line_items WHERE usage_summary IN ${among(cells.map(({ id }) => id))}`);
  await appendLines(
    connection,
    changed.map(({ bill }) => bill),
    scales,
  );
}

async function appendLines(connection: Connection, bills: readonly MoneyBill[], scales: Scales): Promise<void> {
  const rows = bills.flatMap(({ id, bill }) => lineItemRows(id, bill, scales(id)));
  if (rows.length > 0) await appendRows(connection, 'line_items', LINE_ITEM_COLUMNS, rows);
}
