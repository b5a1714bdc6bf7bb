/** Operations of the JSON API: what a body of each looks like, and what in one will most likely be refused. Pure. */
import type { ActingMethod, JsonOperation } from '#shared/json-operations.ts';

/** A request that acts, as it is written. */
export interface SentByHand {
  method: ActingMethod;
  path: string;
  /** JSON; empty for none. */
  body: string;
}

/** What is known to begin with. */
interface KnownForBodies {
  form: string | undefined;
  utility: string | undefined;
  meters: readonly string[];
}

/** A path and a body to begin with. What is not known is left open: a place in the path, an empty text in the body. */
export function templateOf({ name, path }: JsonOperation, { form, utility = '', meters }: KnownForBodies) {
  switch (name) {
    case 'test_submit':
      return {
        path: form === undefined ? path : path.replace('{form_uid}', encodeURIComponent(form)),
        body: laidOut({ utility, scenario: 'residential' }),
      };
    case 'historical_collection':
      return { path, body: laidOut({ meters: [meters[0] ?? ''], collection_duration: 12 }) };
    case 'new_form':
      return { path, body: laidOut({ utility }) };
    case 'delivery_status':
      return { path, body: laidOut({ is_delivered: true }) };
  }
}

/** The members of a body, as far as they are what the operation takes. */
interface BodyMembers {
  utility: string | undefined;
  scenario: string | undefined;
  /** Each once. */
  meters: string[];
  months: number | undefined;
  isDelivered: boolean | undefined;
}

/** @param body JSON, or nothing */
export function membersOf(body: string): BodyMembers {
  const { utility, scenario, meters, collection_duration: months, is_delivered: isDelivered } = objectOf(body) ?? {};
  return {
    utility: isText(utility) ? utility : undefined,
    scenario: isText(scenario) ? scenario : undefined,
    meters: Array.isArray(meters) ? [...new Set(meters.filter(isText))] : [],
    months: areMonths(months) ? months : undefined,
    isDelivered: typeof isDelivered === 'boolean' ? isDelivered : undefined,
  };
}

/** Why the service will most likely refuse a body (specification 4.2 and 4.5), each a part of a sentence. */
export function doubtsAbout({ name }: JsonOperation, body: string): string[] {
  const members = objectOf(body);
  if (members === undefined) return ['the body is not a JSON object'];
  const missing = (...names: string[]) =>
    names.flatMap((member) => {
      const value = members[member];
      return value === undefined
        ? [`${member} is missing`]
        : isText(value)
          ? []
          : [`${member} is not text, or is empty`];
    });
  switch (name) {
    case 'test_submit':
      return missing('utility', 'scenario');
    case 'historical_collection': {
      const { meters, collection_duration: months } = members;
      return [
        ...(meters === undefined ? ['meters is missing'] : areUids(meters) ? [] : ['meters is not a list of uids']),
        ...(months === undefined || areMonths(months)
          ? []
          : ['collection_duration is not a whole number from 1 to 36']),
      ];
    }
    case 'new_form':
      return [];
    case 'delivery_status':
      return typeof members.is_delivered === 'boolean' ? [] : ['is_delivered is neither true nor false'];
  }
}

function areUids(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isText);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function areMonths(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 36;
}

function objectOf(body: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body);
    // A JSON object has string keys and unknown values.
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // No JSON.
  }
  return undefined;
}

function laidOut(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
