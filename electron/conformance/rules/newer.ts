/** What newer pages of the alliance ask for (ESPI 4) and the public book does not. Told as warnings. */
import type { EntryFacts } from '../entry-facts.ts';
import type { EntryRule } from '../rule.ts';

const UUID = /^\s*urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[35][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\s*$/i;

/** @param applies the entry has what is looked at */
function rule(
  id: string,
  words: Pick<EntryRule, 'requirement' | 'cure' | 'look'>,
  applies: (entry: EntryFacts) => boolean,
  holds: (entry: EntryFacts) => boolean,
): EntryRule {
  return { id, block: 'FB_01', on: 'entry', kind: undefined, severity: 'warning', ...words, applies, holds };
}

/** The last two steps of the path of an href: the name of the resource, and its identifier. */
function lastSteps(href: string): [name: string, id: string] {
  const steps = (href.split(/[?#]/)[0] ?? '').split('/').filter(Boolean);
  return [steps.at(-2) ?? '', steps.at(-1) ?? ''];
}

/** Names that the path of a resource of that kind may have. */
function names(kind: string): string[] {
  return kind === 'UsageSummary' ? [kind, 'ElectricPowerUsageSummary'] : [kind];
}

export const NEWER: readonly EntryRule[] = [
  rule(
    'NEW-ID',
    {
      requirement: 'The <id> of every entry is a UUID of version 3 or 5 (urn:uuid:...).',
      cure: 'Derive the UUID from the name of the resource (version 5), so that it stays the same.',
      look: ['id'],
    },
    ({ ids }) => ids.length > 0,
    ({ ids }) => ids.every((id) => UUID.test(id)),
  ),
  rule(
    'NEW-SELF',
    {
      requirement: 'A self link names the resource of its own entry, and ends in its identifier.',
      cure: 'Let the path end in .../{resource}/{identifier}, such as .../UsagePoint/42.',
      look: ['link:self'],
    },
    ({ kinds, links }) => kinds.size > 0 && links.self.length > 0,
    ({ kinds, links }) =>
      links.self.every((href) => [...kinds].some((kind) => names(kind).includes(lastSteps(href)[0]))),
  ),
  rule(
    'NEW-UP',
    {
      requirement: 'An up link names the collection that the entry belongs to, without an identifier.',
      cure: 'Let the path end in the name of the collection, such as .../UsagePoint.',
      look: ['link:up'],
    },
    ({ kinds, links }) => kinds.size > 0 && links.up.length > 0,
    ({ kinds, links }) => links.up.every((href) => [...kinds].some((kind) => names(kind).includes(lastSteps(href)[1]))),
  ),
];
