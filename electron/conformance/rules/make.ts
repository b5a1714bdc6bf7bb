/** Rules that the book repeats for one kind of entry after another. */
import { type EntryFacts, type Field, hasPath } from '../entry-facts.ts';
import { somePath } from '../feed-facts.ts';
import type { Kind } from '../kinds.ts';
import type { EntryRule, Rule } from '../rule.ts';

const VALUES: Readonly<Record<Field, string>> = {
  id: 'a UUID as urn:uuid:...',
  title: 'a short text that says what it is',
  published: 'the time when it was first published, in UTC',
  updated: 'the time when it last changed, in UTC',
};

/** The feed has an entry of that kind. */
export function feedHas(id: string, block: string, kind: Kind): Rule {
  return {
    id,
    block,
    on: 'feed',
    requirement: `The feed has an entry with a ${kind}.`,
    cure: `Add the ${kind} entry to the feed.`,
    holds: (feed) => feed.kinds.has(kind),
  };
}

/** Every entry of that kind has the element. */
function entryHas(id: string, block: string, kind: Kind, field: Field): Rule {
  return {
    id,
    block,
    on: 'entry',
    kind,
    requirement: `Every ${kind} entry has <${field}>.`,
    cure: `Add <${field}> to the entry: ${VALUES[field]}.`,
    holds: (entry) => entry.fields.has(field),
  };
}

/** Every entry of that kind has a link with that relation and an href. */
function linkedBy(id: string, block: string, kind: Kind, rel: 'self' | 'up'): Rule {
  const to = rel === 'self' ? 'to itself' : 'to the collection that holds it';
  return {
    id,
    block,
    on: 'entry',
    kind,
    requirement: `Every ${kind} entry has a link ${to} (rel="${rel}") with an href.`,
    cure: `Add <link rel="${rel}" href="..."/> to the entry.`,
    look: [`link:${rel}`],
    holds: (entry) => entry.links[rel].length > 0,
  };
}

/** The self link of every entry of that kind is its own alone. */
function uniqueSelf(id: string, block: string, kind: Kind): Rule {
  return {
    id,
    block,
    on: 'links',
    kind,
    requirement: `The self link of every ${kind} entry is its own: no other ${kind} has the same href.`,
    cure: 'Give every entry one self link with an href of its own; leave out entries that are there twice.',
    flaw: 'Hrefs are compared as they are written, so an absolute and a relative one for the same resource differ; an entry without a self link fails this test, too.',
    look: ['link:self'],
    holds: ({ self }, links) => links.total(`self ${kind}`, self) === 1,
  };
}

/** Every entry of that kind has the element below its payload. */
export function payloadHas(id: string, block: string, kind: Kind, ...path: string[]): EntryRule {
  return {
    id,
    block,
    on: 'entry',
    kind,
    requirement: `Every ${kind} has ${path.join('/')}.`,
    cure: `Add <${path.at(-1)}> to the ${[kind, ...path.slice(0, -1)].join('/')}.`,
    look: [[kind, ...path].join('/')],
    holds: (entry) => somePath(entry.contents(kind), path),
  };
}

/** Every summary has all of these elements; some are below another. */
export function summaryHas(id: string, block: string, ...paths: string[]): Rule {
  const what = paths.join(' and ');
  return {
    id,
    block,
    on: 'summary',
    requirement: `Every UsageSummary (in older feeds ElectricPowerUsageSummary) has ${what}.`,
    cure: `Add ${what} to the summary.`,
    look: paths.flatMap((path) => [`UsageSummary/${path}`, `ElectricPowerUsageSummary/${path}`]),
    holds: (node) => paths.every((path) => hasPath(node, path.split('/'))),
  };
}

/** id, title, published, updated and links of a kind, as far as the book asks for them. */
export function envelope(
  block: string,
  kind: Kind,
  ids: Partial<Record<Field | 'self' | 'unique' | 'up', string>>,
): Rule[] {
  const fields = (['id', 'title', 'published', 'updated'] as const).flatMap((field) => {
    const id = ids[field];
    return id === undefined ? [] : [entryHas(id, block, kind, field)];
  });
  const links = (['self', 'up'] as const).flatMap((rel) => {
    const id = ids[rel];
    return id === undefined ? [] : [linkedBy(id, block, kind, rel)];
  });
  return [...fields, ...links, ...(ids.unique === undefined ? [] : [uniqueSelf(ids.unique, block, kind)])];
}

/** True for entries of which some payload of that name, anywhere in it, is meant. */
export function someReadingType(entry: EntryFacts, is: (node: Parameters<typeof hasPath>[0]) => boolean): boolean {
  for (const node of entry.anywhere('ReadingType')) if (is(node)) return true;
  return false;
}
