/** How usage splits by what it is priced at: time of use, consumption tier, critical peak. */
import type { CallOutput } from '#shared/contract/index.ts';
import { RATE_KINDS, type RateKind } from '#shared/espi/rates.ts';
import { scaled } from '#shared/espi/units.ts';
import { pieces } from '../amounts.ts';
import type { SomeHandlers } from '../context.ts';
import type { Connection, Row } from '../database.ts';
import { number, optionalNumber } from '../row.ts';
import { findSeries, type Series } from '../stored-series.ts';

/** More ways of pricing than a picture can distinguish; a feed with more has something else in these fields. */
const MOST_CODES = 24;

export const rateHandlers = {
  'usage.rates': async ({ workspace, series: id, from, to }, context) => {
    const connection = context.store(workspace).database.reader;
    return await rates(connection, await findSeries(connection, id), from, to);
  },
  'usage.rateTotals': async ({ workspace, series: id, kind, bounds }, context) => {
    const connection = context.store(workspace).database.reader;
    return await rateTotals(connection, await findSeries(connection, id), kind, bounds);
  },
} satisfies SomeHandlers;

async function rates(
  connection: Connection,
  series: Series,
  from: number,
  to: number,
): Promise<CallOutput<'usage.rates'>> {
  const kinds = RATE_KINDS;
  // A level does not split.
  if (series.level !== undefined) return { unit: series.unit, rows: [] };
  const rows = await connection.rows(
    `${pieces(series, [from, to]).sql}
    ${kinds
      .map(
        (kind) =>
          `SELECT '${kind}' AS kind, ${kind} AS code, sum(v * f) AS total, sum(c * f) AS cost, count(*) FILTER (NOT implied) AS count FROM pieces GROUP BY ${kind} HAVING count(*) FILTER (NOT implied) > 0`,
      )
      .join(' UNION ALL ')} ORDER BY kind, code NULLS LAST LIMIT 200`,
  );
  const named = new Set(rows.filter(({ code }) => code !== null).map(({ kind }) => kind));
  const at = (value: Row[string] | undefined, power: number) => {
    const known = optionalNumber(value);
    return known === undefined ? null : scaled(known, power);
  };
  return {
    unit: series.unit,
    ...(series.currency === undefined ? {} : { currency: series.currency }),
    rows: rows
      .filter(({ kind }) => named.has(kind))
      .map((row) => ({
        kind: kinds.find((kind) => kind === row.kind) ?? 'tou',
        code: optionalNumber(row.code) ?? null,
        total: series.behaviour === 'sample' ? null : at(row.total, series.power),
        cost: at(row.cost, series.costPower),
        count: number(row.count),
      })),
  };
}

/** Registers and samples do not add up and are answered without codes. */
async function rateTotals(
  connection: Connection,
  series: Series,
  kind: RateKind,
  bounds: readonly number[],
): Promise<CallOutput<'usage.rateTotals'>> {
  const rows =
    series.behaviour === 'interval'
      ? await connection.rows(
          `${pieces(series, bounds).sql}
           SELECT i, ${kind} AS code, sum(v * f) AS total, sum(c * f) AS cost, count(*) FILTER (own) AS count, sum((stop - start) * f) AS seconds
           FROM pieces WHERE v IS NOT NULL GROUP BY ALL ORDER BY code NULLS LAST`,
        )
      : [];
  const codes = [...new Set(rows.map(({ code }) => optionalNumber(code) ?? null))].slice(0, MOST_CODES);
  const spread = () => new Array<number>(bounds.length - 1).fill(0);
  const answer = { total: codes.map(spread), cost: codes.map(spread), count: spread(), seconds: spread() };
  for (const row of rows) {
    const period = number(row.i);
    const place = codes.indexOf(optionalNumber(row.code) ?? null);
    const [total, cost] = [answer.total[place], answer.cost[place]];
    if (total) total[period] = scaled(number(row.total), series.power);
    if (cost) cost[period] = scaled(number(row.cost), series.costPower);
    answer.count[period] = (answer.count[period] ?? 0) + number(row.count);
    answer.seconds[period] = (answer.seconds[period] ?? 0) + number(row.seconds);
  }
  return { unit: series.unit, codes, ...answer };
}
