/** Bills: usage summaries with their line items, money in the bill's currency. */
import type { BillView } from '#shared/contract/bills.ts';
import { scaleStatedBy } from '#shared/espi/bill-evidence.ts';
import { codeLabel } from '#shared/espi/code-lists.ts';
import type { EntityModel } from '#shared/espi/entities.ts';
import { linksToFile } from '#shared/espi/links.ts';
import { type KnownSupplier, supplierBlocks } from '#shared/espi/suppliers.ts';
import type { EntryLink } from '../../reader/feed.ts';
import type { SomeHandlers } from '../context.ts';
import type { Connection, Row } from '../database.ts';
import { coded } from '../decisions.ts';
import { moneyOf, redecideMeter } from '../intake/bill-money.ts';
import type { Bill } from '../intake/bill-rows.ts';
import { json, number, optionalNumber, optionalText, text } from '../row.ts';
import { saveDecision } from './user-decisions.ts';

export const billHandlers = {
  'bills.list': async ({ workspace, usagePoint }, context) =>
    await listBills(context.store(workspace).database.reader, usagePoint),
  'bills.all': async ({ workspace }, context) => await listBills(context.store(workspace).database.reader, undefined),
  'bills.setMoneyScale': async ({ workspace, usagePoint, scale }, context) => {
    await context.store(workspace).write(async (connection) => {
      await saveDecision(connection, usagePoint, 'moneyScale', scale === undefined ? undefined : String(scale));
      await redecideMeter(connection, usagePoint);
    });
    return undefined;
  },
} satisfies SomeHandlers;

/** Bills of a usage point, or all of the store (the command line shows a file's), newest period first. */
async function listBills(connection: Connection, usagePoint: string | undefined): Promise<BillView[]> {
  const where = usagePoint === undefined ? '' : 'WHERE usage_point = ?';
  const parameters = usagePoint === undefined ? [] : [usagePoint];
  const bills = await connection.rows(
    `SELECT b.*, s.label, e.links, EXISTS (FROM decisions d WHERE d.subject = b.usage_point AND d.name = 'moneyScale') AS chosen
     FROM usage_summaries b LEFT JOIN sources s USING (source) LEFT JOIN entries e ON e.id = b.id ${where} ORDER BY start DESC NULLS LAST, id`,
    parameters,
  );
  const items = await connection.rows(
    `SELECT * FROM line_items WHERE usage_summary IN (SELECT id FROM usage_summaries ${where}) ORDER BY usage_summary, ordinal`,
    parameters,
  );
  const suppliers = await knownSuppliers(connection, usagePoint);
  const byBill = new Map<string, Row[]>();
  for (const item of items) {
    const list = byBill.get(text(item.usage_summary));
    if (list === undefined) byBill.set(text(item.usage_summary), [item]);
    else list.push(item);
  }
  return bills.map((bill) => {
    const known = suppliers.get(optionalText(bill.usage_point) ?? '') ?? [];
    return billView(bill, (byBill.get(text(bill.id)) ?? []).map(lineItem), known);
  });
}

/** The suppliers of the agreements that meters belong to, by usage point. */
async function knownSuppliers(
  connection: Connection,
  usagePoint: string | undefined,
): Promise<Map<string, KnownSupplier[]>> {
  const rows = await connection.rows(
    `SELECT DISTINCT x.usage_point, s.id, s.name, s.data FROM location_points x JOIN customer_entities l ON l.id = x.location
     JOIN customer_entities s ON s.parent = l.parent AND s.kind = 'ServiceSupplier'
     WHERE ${usagePoint === undefined ? 'true' : 'x.usage_point = ?'} AND s.name IS NOT NULL ORDER BY x.usage_point, s.id`,
    usagePoint === undefined ? [] : [usagePoint],
  );
  const byPoint = new Map<string, KnownSupplier[]>();
  for (const row of rows) {
    const data = json(row.data) as EntityModel['ServiceSupplier']; // written from the reader's model
    const supplier: KnownSupplier = {
      name: text(row.name),
      kind: data.kind,
      number: data.issuerIdentificationNumber,
      since: data.effectiveDate,
    };
    byPoint.set(text(row.usage_point), [...(byPoint.get(text(row.usage_point)) ?? []), supplier]);
  }
  return byPoint;
}

function billView(row: Row, items: BillView['items'], known: readonly KnownSupplier[]): BillView {
  const scale = number(row.money_scale);
  const money = (value: Row[string] | undefined) => {
    const raw = optionalNumber(value);
    return raw === undefined ? undefined : raw / scale;
  };
  const start = optionalNumber(row.start);
  const currency = optionalNumber(row.currency);
  const consumption = optionalNumber(row.consumption_value);
  const duration = optionalNumber(row.duration) ?? 0;
  const end = start === undefined || duration === 0 ? undefined : start + duration;
  const counted = items.filter((item) => item.counted);
  const bill = json(row.data) as Bill; // written from the reader's model
  const agency = bill.billingChargeSource?.agencyName;
  const lineScale = optionalNumber(row.line_scale) ?? scale;
  const evidence = text(row.money_evidence) as BillView['moneyEvidence']; // the column holds nothing else
  const blocks = supplierBlocks({
    lines: items.map(({ note, kind, amount, counted }) => {
      return { note, kind: kind && Number(kind.code), amount: counted ? amount : undefined };
    }),
    agency,
    suppliers: known,
    end,
  });
  return {
    id: text(row.id),
    entry: text(row.id),
    usagePoint: optionalText(row.usage_point),
    start,
    end,
    total: money(row.total),
    additional: money(row.additional),
    toDate: money(row.to_date),
    currency: currency === undefined ? undefined : codeLabel('Currency', currency),
    moneyScale: scale,
    moneyScaleReason: text(row.money_reason),
    lineScale,
    lineScaleReason: optionalText(row.line_reason) ?? text(row.money_reason),
    moneyScaleBy: row.chosen === true ? 'user' : 'detected',
    moneyEvidence: evidence,
    scaleStatedBy: evidence === 'stated' ? scaleStatedBy(moneyOf(bill), lineScale) : undefined,
    moneyWarning: optionalText(row.money_warning),
    consumption: consumption === undefined ? undefined : { value: consumption, unit: text(row.consumption_unit) },
    tariff: optionalText(row.tariff),
    commodity: coded('CommodityKind', optionalNumber(row.commodity)),
    quality: coded('QualityOfReading', optionalNumber(row.quality)),
    source: optionalText(row.label),
    items: items.map((item, place) => {
      const supplier = blocks.findIndex(({ lines }) => lines.includes(place));
      return supplier < 0 ? item : { ...item, supplier };
    }),
    linesSum: counted.length === 0 ? undefined : sumOf(counted),
    chargedBy: agency,
    suppliers: blocks.map(({ role, name, number: numbered, amount }) => ({ role, name, number: numbered, amount })),
    files: linkedFiles(row),
  };
}

function linkedFiles({ links }: Row): BillView['files'] {
  const all = (json(links) ?? []) as EntryLink[]; // written from the reader's links
  return all.filter(linksToFile).map(({ href, type }) => ({ href, type }));
}

function lineItem(row: Row): BillView['items'][number] {
  const measured = optionalNumber(row.measurement_value);
  const unit = text(row.measurement_unit);
  const role = text(row.role) as BillView['items'][number]['role']; // the column holds nothing else
  return {
    note: text(row.note),
    kind: coded('ItemKind', optionalNumber(row.kind)),
    role,
    counted: row.counted === true,
    amount: optionalNumber(row.amount),
    rawAmount: optionalText(row.raw_amount),
    // Money that is measured in money, dates and codes are no quantities.
    ...(measured === undefined || unit === 'money' || role === 'date' || role === 'code'
      ? {}
      : { measurement: { value: measured, unit } }),
    ...(role === 'code' && measured !== undefined ? { code: measured } : {}),
    unitCost: optionalNumber(row.unit_cost),
    priceUnit: optionalText(row.price_unit),
    dateTime: optionalNumber(row.dated_at),
  };
}

/** Added up in millionths, so that 0.1 and 0.2 are 0.3. */
function sumOf(items: BillView['items']): number {
  return items.reduce((sum, { amount }) => sum + Math.round((amount ?? 0) * 1e6), 0) / 1e6;
}
