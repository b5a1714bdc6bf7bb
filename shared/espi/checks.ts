import { clockOfParameters } from '../time/clock.ts';
import { codeLabel } from './code-lists.ts';
import type { Report } from './decode.ts';
import { type Dimension, unitOf } from './units.ts';

/** What is odd about an entity though its XML is fine. Never a reason not to load it. */

/** Checks one entity on its own. `data` is its decoded model. */
export function checkEntity(kind: string, data: Record<string, unknown>, report: Report): void {
  if (kind === 'LocalTimeParameters') checkTime(data, report);
  else if (kind === 'ReadingType') checkReadingType(data, report);
  else if (kind === 'UsagePoint') checkUsagePoint(data, report);
}

function checkTime(data: Record<string, unknown>, report: Report): void {
  const clock = clockOfParameters({
    ...number(data, 'tzOffset'),
    ...number(data, 'dstOffset'),
    ...string(data, 'dstStartRule'),
    ...string(data, 'dstEndRule'),
  });
  if (!clock.ok) {
    report({
      code: 'time_rules_unusable',
      severity: 'warning',
      message: `The LocalTimeParameters cannot be right: ${clock.reason}. The zone of the workspace is used instead.`,
    });
  } else if (clock.doubt !== undefined) {
    report({
      code: 'time_rules_doubtful',
      severity: 'warning',
      message: `The LocalTimeParameters are odd: ${clock.doubt}.`,
    });
  }
}

/** Tera, or pico: the schema lists nothing beyond. */
const GREATEST_POWER = 12;

function checkReadingType(data: Record<string, unknown>, report: Report): void {
  const { uom, commodity, powerOfTenMultiplier: power } = data;
  if (uom === undefined || uom === 0) {
    report({ code: 'reading_type_without_unit', severity: 'warning', message: 'A ReadingType names no unit.' });
  }
  if (typeof power === 'number' && Math.abs(power) > GREATEST_POWER) {
    const message = `A ReadingType multiplies its values by 10^${power}, more than any unit asks for; they are shown so all the same.`;
    report({ code: 'multiplier_unusual', severity: 'warning', message });
  }
  const contradiction = unitContradiction(
    undefined,
    typeof commodity === 'number' ? commodity : undefined,
    typeof uom === 'number' ? uom : undefined,
  );
  if (contradiction) report({ code: 'commodity_unit_mismatch', severity: 'warning', message: contradiction });
}

/** Services that a meter can measure. */
const METERED = new Set([0, 1, 2, 4]);

function checkUsagePoint(data: Record<string, unknown>, report: Report): void {
  const category = data.serviceCategory;
  const kind = typeof category === 'object' && category !== null && 'kind' in category ? category.kind : undefined;
  if (typeof kind !== 'number') {
    report({
      code: 'service_kind_missing',
      severity: 'info',
      message: 'A UsagePoint does not say what service it is of.',
    });
  } else if (!METERED.has(kind)) {
    const message = `A UsagePoint is of service "${codeLabel('ServiceKind', kind)}" (${kind}), which no meter measures.`;
    report({ code: 'unusual_service_kind', severity: 'warning', message });
  }
}

const ELECTRIC: ReadonlySet<Dimension> = new Set([
  'reactive energy',
  'apparent energy',
  'reactive power',
  'apparent power',
  'voltage',
  'current',
  'frequency',
]);

const SERVICE_COMMODITIES: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 26],
  1: [5, 7, 8, 17],
  2: [9, 11, 14],
  4: [10, 12, 13],
};

/**
 * Why the service of a usage point, the commodity and the unit of a reading type do not go together, as a sentence;
 * undefined when they do, or when too little is known.
 */
export function unitContradiction(
  serviceKind: number | undefined,
  commodity: number | undefined,
  uom: number | undefined,
): string | undefined {
  const unit = unitOf(uom);
  const service = commodity ? serviceOf(commodity) : serviceKind;
  if (
    commodity &&
    serviceKind !== undefined &&
    METERED.has(serviceKind) &&
    service !== undefined &&
    service !== serviceKind
  ) {
    return `The usage point is of service "${codeLabel('ServiceKind', serviceKind)}", its reading type of commodity "${codeLabel('CommodityKind', commodity)}".`;
  }
  if (service === undefined || unit.dimension === 'other' || unit.dimension === 'money') return undefined;
  const name = codeLabel('ServiceKind', service);
  if (service === 0 && (unit.dimension === 'volume' || unit.dimension === 'volume flow')) {
    return `The commodity is ${name}, but the unit is ${unit.label}, a ${unit.dimension}.`;
  }
  if (service === 0 && uom === 169) return `The commodity is ${name}, but the unit is ${unit.label}.`;
  if (service !== 0 && ELECTRIC.has(unit.dimension)) {
    return `The commodity is ${name}, but the unit is ${unit.label}, of electricity.`;
  }
  if (service === 2 && (unit.dimension === 'energy' || unit.dimension === 'power')) {
    return `The commodity is ${name}, but the unit is ${unit.label}, of energy.`;
  }
  return undefined;
}

function serviceOf(commodity: number): number | undefined {
  for (const [service, commodities] of Object.entries(SERVICE_COMMODITIES)) {
    if (commodities.includes(commodity)) return Number(service);
  }
  return undefined;
}

function number<K extends string>(data: Record<string, unknown>, key: K): { [P in K]?: number } {
  const value = data[key];
  // A computed key widens to an index signature; there is just this one.
  return (typeof value === 'number' ? { [key]: value } : {}) as { [P in K]?: number };
}

function string<K extends string>(data: Record<string, unknown>, key: K): { [P in K]?: string } {
  const value = data[key];
  // As above.
  return (typeof value === 'string' ? { [key]: value } : {}) as { [P in K]?: string };
}
