/** What differs between two answers, by meaning: not by their text. Pure. */
import type { AnswerDifference, ComparedText } from '#shared/contract/resources.ts';
import { atomFacts } from './atom-facts.ts';
import { type AnswerFacts, type EntityFacts, type Members, membersText, type ReadingFacts } from './facts.ts';
import { jsonFacts } from './json-facts.ts';

/** Of each kind of difference; the counts are of all. */
const LISTED = 500;

interface Differences<T> {
  added: T[];
  gone: T[];
  changed: { before: T; after: T }[];
}

/**
 * Entities by their address or uid, readings by series and time; order, prefixes, whitespace, hosts, and the timestamps
 * `updated`, `published` and `date` say nothing. What cannot be read is said to be not compared.
 */
export function compareAnswers(before: ComparedText, after: ComparedText): AnswerDifference {
  const left = read(before);
  const right = read(after);
  if (typeof left === 'string' || typeof right === 'string') {
    const [which, reason] = typeof left === 'string' ? ['earlier', left] : ['later', right];
    return { compared: false, why: `The ${which} answer ${reason}.` };
  }
  if (left.format !== right.format)
    return { compared: false, why: 'One of the answers is XML and the other one JSON.' };
  const entities = differences(left.facts.entities, right.facts.entities, ({ kind, key }) => `${kind} ${key}`);
  const readings = differences(
    left.facts.readings,
    right.facts.readings,
    ({ series, start, duration }) => `${series} ${start} ${duration}`,
  );
  return {
    compared: true,
    entities: {
      of: { before: left.facts.entities.length, after: right.facts.entities.length },
      ...listed(entities, ({ kind, key }) => ({ kind, key })),
    },
    readings: {
      of: { before: left.facts.readings.length, after: right.facts.readings.length },
      ...listed(readings, ({ series, start, duration, members }) => ({
        series,
        start,
        duration,
        text: membersText(members),
      })),
    },
  };
}

type Read = { format: 'atom' | 'json'; facts: AnswerFacts } | string;

/** The facts, or why there are none. */
function read({ text, cut }: ComparedText): Read {
  if (cut) return 'was cut, so what is missing in it is not known';
  if (text.trim() === '') return 'is empty';
  if (/^\s*[[{]/.test(text)) {
    const facts = jsonFacts(text);
    return facts ? { format: 'json', facts } : 'is not whole JSON';
  }
  const facts = /^\s*(?:\uFEFF\s*)?<(?!\s*(?:!doctype\s+)?html)/i.test(text) ? atomFacts(text) : undefined;
  return facts ? { format: 'atom', facts } : 'is neither JSON nor well-formed XML without a DOCTYPE';
}

/** Those with the same key are paired, equal ones first, so that a doubled one says nothing of the others. */
function differences<T extends EntityFacts | ReadingFacts>(
  before: readonly T[],
  after: readonly T[],
  keyOf: (one: T) => string,
): Differences<T> {
  const [left, right] = [grouped(before, keyOf), grouped(after, keyOf)];
  const found: Differences<T> = { added: [], gone: [], changed: [] };
  for (const key of new Set([...left.keys(), ...right.keys()])) {
    const [old, fresh] = withoutEqual(left.get(key) ?? [], right.get(key) ?? []);
    for (const [index, one] of old.entries()) {
      const other = fresh[index];
      if (other) found.changed.push({ before: one, after: other });
      else found.gone.push(one);
    }
    found.added.push(...fresh.slice(old.length));
  }
  return found;
}

function grouped<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const group = groups.get(keyOf(one));
    if (group) group.push(one);
    else groups.set(keyOf(one), [one]);
  }
  return groups;
}

function withoutEqual<T extends { members: Members }>(before: readonly T[], after: readonly T[]): [T[], T[]] {
  const byText = (one: T) => membersText(one.members);
  const left = grouped(before, byText);
  const right = grouped(after, byText);
  const rest = (own: Map<string, T[]>, other: Map<string, T[]>) =>
    [...own].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([text, all]) => all.slice(other.get(text)?.length ?? 0));
  return [rest(left, right), rest(right, left)];
}

function listed<T extends { members: Members }, V>({ added, gone, changed }: Differences<T>, view: (one: T) => V) {
  return {
    counts: { added: added.length, gone: gone.length, changed: changed.length },
    added: added.slice(0, LISTED).map(view),
    gone: gone.slice(0, LISTED).map(view),
    changed: changed
      .slice(0, LISTED)
      .map(({ before, after }) => ({ ...view(after), members: changedMembers(before.members, after.members) })),
  };
}

/** Values that are absent on one side are undefined, not empty. */
function changedMembers(before: Members, after: Members) {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].sort().flatMap((name) => {
    const [old, fresh] = [before[name]?.join(' | '), after[name]?.join(' | ')];
    return old === fresh ? [] : [{ name, before: old, after: fresh }];
  });
}
