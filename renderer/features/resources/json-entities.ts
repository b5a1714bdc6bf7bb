/** What in a JSON answer leads on: its next page, and the objects that have a uid. Pure. */
import { isObject, parsedJson } from '#shared/json.ts';

export interface JsonEntity {
  kind: 'authorization' | 'meter' | 'event' | 'form' | 'object';
  uid: string;
  /** The authorization that it belongs to, where it says so. */
  authorization?: string;
  /** Its own address, below the base of the JSON API; undefined for a kind that is not known. */
  path: string | undefined;
  fields: Record<string, unknown>;
}

export interface JsonLinks {
  entities: JsonEntity[];
  /** Of the answer itself, as the service gave it. */
  next: string | undefined;
}

const LISTS: Readonly<Record<string, JsonEntity['kind']>> = {
  authorizations: 'authorization',
  meters: 'meter',
  events: 'event',
  forms: 'form',
};

/** The links of an answer to `path`, which says what a lone object is; nothing for what is no JSON object. */
export function jsonLinks(text: string, path: string): JsonLinks {
  const answer = parsedJson(text);
  if (!isObject(answer)) return { entities: [], next: undefined };
  const list = /\/(authorizations|meters|events|forms)(?:[/?]|$)/.exec(path)?.[1] ?? '';
  const entities: JsonEntity[] = [];
  collect(answer, LISTS[list] ?? 'object', entities);
  return { entities, next: typeof answer.next === 'string' && answer.next !== '' ? answer.next : undefined };
}

function collect(value: unknown, kind: JsonEntity['kind'], into: JsonEntity[]): void {
  if (Array.isArray(value)) {
    for (const one of value) collect(one, kind, into);
    return;
  }
  if (!isObject(value)) return;
  const { uid, authorization_uid: authorization } = value;
  if (typeof uid === 'string' || typeof uid === 'number') {
    const plural = Object.entries(LISTS).find(([, one]) => one === kind)?.[0];
    into.push({
      kind,
      uid: String(uid),
      ...(typeof authorization === 'string' ? { authorization } : {}),
      path: plural && `/${plural}/${encodeURIComponent(uid)}`,
      fields: value,
    });
  }
  for (const [name, member] of Object.entries(value)) {
    if (Array.isArray(member) || isObject(member)) collect(member, LISTS[name] ?? 'object', into);
  }
}
