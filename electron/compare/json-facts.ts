/** The facts of an answer of the JSON API: objects with a uid or href wherever they stand, and what surrounds them. */
import { isObject, parsedJson } from '#shared/json.ts';
import { type AnswerFacts, type EntityFacts, IGNORED, pathOf, sorted } from './facts.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** Undefined for what is no JSON object or list. */
export function jsonFacts(text: string): AnswerFacts | undefined {
  const answer = parsedJson(text);
  const entities: EntityFacts[] = [];
  if (Array.isArray(answer)) addEntity('answer', { list: answer }, entities);
  else if (isObject(answer)) addEntity('answer', answer, entities);
  else return undefined;
  return { entities, readings: [] };
}

function addEntity(kind: string, object: JsonObject, into: EntityFacts[]): void {
  const members: Record<string, readonly string[]> = {};
  into.push({ kind, key: keyOf(object) ?? '', members });
  addMembers(object, '', members, into);
}

function addMembers(
  object: JsonObject,
  path: string,
  members: Record<string, readonly string[]>,
  into: EntityFacts[],
): void {
  for (const [name, value] of Object.entries(object)) {
    if (IGNORED.has(name)) continue;
    if (isObject(value)) {
      if (keyOf(value) === undefined) addMembers(value, `${path + name}.`, members, into);
      else addEntity(name, value, into);
    } else if (Array.isArray(value)) {
      const others: unknown[] = [];
      for (const one of value) {
        if (isObject(one) && keyOf(one) !== undefined) addEntity(name, one, into);
        else others.push(one);
      }
      // An empty list is not a list that is missing; one of entities only is told by these.
      if (others.length > 0 || value.length === 0) members[path + name] = sorted(others.map(canonical));
    } else members[path + name] = [scalar(name, value)];
  }
}

function keyOf({ uid, href }: JsonObject): string | undefined {
  if (typeof uid === 'string' || typeof uid === 'number') return String(uid);
  return typeof href === 'string' ? pathOf(href) : undefined;
}

/** Addresses of pages and of the objects themselves name the environment. */
function scalar(name: string, value: unknown): string {
  return typeof value === 'string' && ['next', 'url', 'href'].includes(name)
    ? JSON.stringify(pathOf(value))
    : canonical(value);
}

/** The same text for the same value; the order of members says nothing, that of a pair inside a list does. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).filter(([name]) => !IGNORED.has(name));
  return `{${sorted(members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`)).join(',')}}`;
}
