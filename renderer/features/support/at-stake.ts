/** What submissions and collections mean on a live service, in sentences: how many, of how many meters, and what of money. Pure. */
import type { MeterPlan } from '#shared/contract/collections.ts';
import type { ScenarioView } from '#shared/contract/scenarios.ts';
import { formatCounted } from '../../ui/format.ts';

/** No API of the service tells a price: nothing is known beyond this. */
const PRICE = 'No price can be shown, since the service tells none through its API.';

/** @param known the catalogue, where it is at hand; the number of meters comes from it */
export function submissionsAtStake(
  scenarios: readonly string[],
  utilities: readonly string[],
  known: readonly ScenarioView[] | undefined,
): string[] {
  const first = sentWords(scenarios.length, utilities);
  const expected = scenarios.flatMap((name) => known?.find((one) => one.name === name)?.expected ?? []);
  if (expected.length < scenarios.length) return [`${first}.`, 'Meters may be collected for each of them.', PRICE];
  const meters = utilities.length * sumOf(expected.map((one) => leastMeters(one.meters)));
  const collecting = utilities.length * expected.filter(({ meterEvents }) => meterEvents.length > 0).length;
  return [
    `${first}: ${meters === 0 ? 'no meter' : `at least ${formatCounted(meters, 'meter')}`} in all.`,
    collecting === 0
      ? 'No historical collection is triggered.'
      : `A historical collection will be triggered by ${collecting} of them. ${PRICE}`,
  ];
}

/** @param collections how many a scenario file triggers */
export function fileAtStake(collections: number, utilities: readonly string[]): string[] {
  const count = collections * utilities.length;
  const collected =
    count === 0
      ? 'No historical collection is triggered.'
      : `Up to ${formatCounted(count, 'historical collection')} of all meters will be triggered. ${PRICE}`;
  return [`${sentWords(1, utilities)}.`, collected];
}

function sentWords(scenarios: number, utilities: readonly string[]): string {
  const sent = formatCounted(scenarios * utilities.length, 'test submission');
  return `${sent} will be sent, for ${utilities.join(', ')}. Each makes a test authorization that stays at the service`;
}

/** @param plans undefined while they are not known */
export function collectionAtStake(
  meters: readonly string[],
  months: number | undefined,
  plans: readonly MeterPlan[] | undefined,
): string[] {
  const span = months === undefined ? 'the months of the plan (12 or 36)' : formatCounted(months, 'month');
  const asked = `One request asks the service to collect ${span} for ${formatCounted(meters.length, 'meter')}.`;
  const wanted = plans?.filter(({ uid }) => meters.includes(uid)) ?? [];
  // The preview of an earlier choice may still be shown.
  if (wanted.length < meters.length) return [asked, 'What the service will do with each is not known yet.', PRICE];
  const count = (...kinds: MeterPlan['plan'][]) => wanted.filter(({ plan }) => kinds.includes(plan)).length;
  const unsaid = count('unsaid');
  const paid = count('first', 'refresh', 'unsaid');
  const kinds = [
    `${count('first')} for the first time`,
    `${count('refresh')} only for what is missing`,
    ...(unsaid === 0 ? [] : [`${unsaid} where the service does not say which of the two`]),
    `${count('drop', 'missing')} left out or unknown`,
  ];
  return [
    asked,
    `${kinds.join(', ')}.`,
    paid === 0
      ? 'None of them will be collected.'
      : `Up to ${formatCounted(paid, 'meter')} may be charged to the balance, unless they are free or demo meters. ${PRICE}`,
  ];
}

/** The number that a description of meters begins with: `4`, `at least 1`. */
function leastMeters(words: string): number {
  return Number(/\d+/.exec(words)?.[0] ?? 0);
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}
