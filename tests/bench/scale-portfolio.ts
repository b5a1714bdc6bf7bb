/** The overview, the ranking, what needs attention and the sum of a whole portfolio, at the engine. */
import type { CallInput } from '../../shared/contract/index.ts';
import { RANKED_BY } from '../../shared/ranked-by.ts';
import { type StoreBench, type Times, timed, WORKSPACE } from './store-bench.ts';

/** What a sum takes at most. */
const MOST_SUMMED = 500;

/**
 * @param end of the newest reading, epoch seconds
 * @param label what stands behind the names
 */
export async function measurePortfolio(bench: StoreBench, end: number, label = ''): Promise<Record<string, Times>> {
  const { engine } = bench;
  const workspace = WORKSPACE;
  const result: Record<string, Times> = {};
  const measure = async (name: string, call: () => Promise<unknown>) => {
    result[name] = await timed(bench, `${name}${label}`, call, 30);
  };
  const overview = (more: Partial<CallInput<'overview.get'>> = {}) =>
    engine.call('overview.get', { workspace, count: 12, ...more });
  const { measure: found, span, amounts, sides } = await overview();
  if (found === undefined || found.meters === 0) throw new Error('The overview was empty.');
  const [amount] = amounts;
  const [tariff] = sides.tariff;
  await measure('overview of a year', () => overview());
  await measure('overview of three years', () => overview({ count: 36 }));
  await measure('overview, one month chosen', () =>
    overview({ choice: { months: [span.first + span.count - 1], tariff: tariff ? [tariff.value] : [''] } }),
  );
  if (amount) await measure('overview, a size chosen', () => overview({ choice: { amount } }));
  await measure('overview, received taken off', () => overview({ measure: found.key.replace(/:\d+$/, ':net') }));

  const [quantity] = await engine.call('ranking.quantities', { workspace });
  if (quantity === undefined) throw new Error('There was nothing to rank.');
  const { service, flow, uom, lastDay: until } = quantity;
  const from = new Date(Date.parse(until) - 27 * 86_400_000).toISOString().slice(0, 10);
  await measure('what can be ranked', () => engine.call('ranking.quantities', { workspace }));
  for (const by of RANKED_BY) {
    await measure(`ranking by ${by}`, () =>
      engine.call('ranking.list', {
        ...{ workspace, quantity: { service, flow, uom }, from, until, by, descending: true },
        limit: 100,
      }),
    );
  }
  const now = (end + 86_400) * 1000;
  await measure('attention', () => engine.call('attention.lines', { workspace, limit: 100, now, ahead: 0 }));
  if (found.meters >= 2) {
    const meters = (await engine.call('usagePoints.list', { workspace, limit: MOST_SUMMED })).rows.map(({ id }) => id);
    await measure(`sum of a week of ${meters.length} meters`, () =>
      engine.call('sum.profile', { workspace, meters, measure: found.key, from: end - 7 * 86_400, to: end }),
    );
  }
  console.log('(budget of each picture of the overview: p95 300 ms)');
  return result;
}
