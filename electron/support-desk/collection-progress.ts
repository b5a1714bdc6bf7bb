/** What a historical collection will do, and how far it is. Pure decisions over what the JSON API says. */
import type { CollectedMeter, CollectionView, MeterPlan } from '#shared/contract/collections.ts';
import type { ApiAuthorization, ApiEvent, ApiMeter } from '../jsonapi/index.ts';

const STEP = 'meter_historical_collection_';

/** Says beforehand what will happen to a meter (specification 4.5 rules 1 to 3, service-facts on dropped meters). */
export function planOf(
  uid: string,
  meter: ApiMeter | undefined,
  authorization: ApiAuthorization | undefined,
  months: number | undefined,
): MeterPlan {
  const bills = meter?.bill_count ?? undefined;
  const intervals = meter?.interval_count ?? undefined;
  const known = {
    uid,
    authorization: meter?.authorization_uid ?? undefined,
    label: labelOf(uid, meter),
    status: meter?.status ?? undefined,
    bills,
    intervals,
  };
  if (!meter)
    return { ...known, plan: 'missing', text: 'The service does not know this meter, or this token may not see it.' };
  const how = endOf(authorization);
  if (how !== undefined) {
    return {
      ...known,
      plan: 'drop',
      text: `Its authorization is ${how}: the service will leave it out without saying so.`,
    };
  }
  if (meter.is_activated || (bills ?? 0) > 0 || (intervals ?? 0) > 0) {
    return { ...known, plan: 'refresh', text: 'Collected before: only the missing time span is fetched.' };
  }
  if (meter.is_activated == null && (bills === undefined || intervals === undefined)) {
    return { ...known, plan: 'unsaid', text: 'The service does not say whether it was collected before.' };
  }
  const span = months === undefined ? "the plan's default (12 or 36 months)" : `${months} months`;
  return { ...known, plan: 'first', text: `Never activated: ${span} will be collected.` };
}

/** How an authorization ended; undefined where it has not, as far as is said. */
function endOf(authorization: ApiAuthorization | undefined): 'revoked' | 'expired' | undefined {
  if (authorization?.is_revoked) return 'revoked';
  return authorization?.is_expired ? 'expired' : undefined;
}

/** An event of a historical collection: it started, goes on or has ended. */
export function isOfCollection({ type }: ApiEvent): boolean {
  return type.startsWith(STEP);
}

/**
 * The newest stage that the events since the trigger show. Nothing more has to come once the authorization has ended.
 * @param authorization as it was before the events were read, so that they have what came before its end
 */
export function meterProgress(
  before: CollectedMeter,
  meter: ApiMeter | undefined,
  events: readonly ApiEvent[],
  authorization?: ApiAuthorization,
): CollectedMeter {
  if (before.state === 'dropped') return before;
  const listed = events.map((event) => event.type);
  // What an earlier look saw has happened, though it may not be listed any more.
  const types = before.events.every((type) => listed.includes(type))
    ? listed
    : [...new Set([...before.events, ...listed])];
  const note = meter?.notes?.at(-1);
  const state = stateOf(types);
  const ended = state === 'finished' || state === 'errored' ? undefined : endOf(authorization);
  return {
    ...before,
    authorization: meter?.authorization_uid ?? before.authorization,
    state: ended === undefined ? state : 'errored',
    status: meter?.status ?? before.status,
    message: meter?.status_message ?? undefined,
    ended: ended === undefined ? undefined : `Its authorization is ${ended}, and no event told another end.`,
    note: note ? [note.type, note.msg].filter(Boolean).join(': ') : undefined,
    eta: note?.eta ?? undefined,
    bills: meter ? (meter.bill_count ?? undefined) : before.bills,
    intervals: meter ? (meter.interval_count ?? undefined) : before.intervals,
    events: types,
  };
}

function stateOf(types: readonly string[]): CollectedMeter['state'] {
  const stages = types.filter((type) => type.startsWith(STEP)).map((type) => type.slice(STEP.length));
  if (stages.includes('finished_successful')) return 'finished';
  if (stages.includes('finished_errored')) return 'errored';
  const last = stages.at(-1);
  return last === 'delayed' || last === 'retrying' ? last : 'pending';
}

/** Undefined while some meter is still being collected. */
export function outcomeOf(meters: readonly CollectedMeter[]): CollectionView['state'] | undefined {
  const taken = meters.filter((meter) => meter.state !== 'dropped');
  if (taken.some((meter) => meter.state !== 'finished' && meter.state !== 'errored')) return undefined;
  return taken.some((meter) => meter.state === 'finished') ? 'done' : 'failed';
}

function labelOf(uid: string, meter: ApiMeter | undefined): string {
  const address = meter?.base?.service_address;
  const numbers = meter?.base?.meter_numbers;
  const number = Array.isArray(numbers) && typeof numbers[0] === 'string' ? numbers[0] : undefined;
  return [number ?? uid, typeof address === 'string' ? address : undefined].filter(Boolean).join(', ');
}
