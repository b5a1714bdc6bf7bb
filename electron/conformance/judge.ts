import type { EntryFacts, Place } from './entry-facts.ts';
import { children } from './entry-facts.ts';
import { FeedFacts } from './feed-facts.ts';
import { ATOM } from './kinds.ts';
import type { EntryRule, LinkRule, Rule, SummaryRule } from './rule.ts';

/** How often a test looked, and where it failed. */
export interface Outcome {
  /** How often its context was there; with 0 the test does not apply. */
  contexts: number;
  /** How many of these failed, listed or not. */
  failed: number;
  /** The first of them, in document order. */
  failures: Place[];
  /** How many fail by the condition of the book as it is written; undefined where that is the same. */
  failedAsWritten: number | undefined;
  /** The first of these. */
  firstAsWritten: Place | undefined;
}

/** At most this many failures of one test are listed; all are counted. */
const MAX_FAILURES = 1000;

/** Judges the rules of the book while a document is walked. */
export class Judge {
  readonly feed = new FeedFacts();
  readonly outcomes: ReadonlyMap<string, Outcome>;

  readonly #rules: readonly Rule[];
  readonly #entryRules: readonly EntryRule[];
  readonly #summaryRules: readonly SummaryRule[];

  constructor(rules: readonly Rule[]) {
    this.outcomes = new Map(rules.map((rule) => [rule.id, emptyOutcome(rule)]));
    this.#rules = rules;
    this.#entryRules = rules.filter((rule) => rule.on === 'entry');
    this.#summaryRules = rules.filter((rule) => rule.on === 'summary');
  }

  root(namespace: string, name: string, { line, offset }: Place): void {
    this.feed.isFeed = namespace === ATOM && name === 'feed';
    this.feed.rootLine = line;
    this.feed.rootOffset = offset;
  }

  entry(entry: EntryFacts): void {
    if (!entry.inFeed) return;
    this.feed.entry(entry);
    for (const rule of this.#entryRules) {
      if (rule.kind !== undefined && !entry.kinds.has(rule.kind)) continue;
      if (rule.applies?.(entry) === false) continue;
      this.#take(rule, entry.place, rule.holds(entry), rule.asWritten?.(entry));
    }
    for (const summary of entry.summaries) {
      for (const rule of this.#summaryRules) {
        const nodes = rule.element === undefined ? [summary] : children(summary, rule.element);
        for (const node of nodes) this.#take(rule, entry.place, rule.holds(node));
      }
    }
  }

  /** All entries were seen. */
  finish(): void {
    const { feed } = this;
    const place = { entry: 0, line: feed.rootLine, offset: feed.rootOffset };
    for (const rule of this.#rules) {
      if (rule.on === 'document') this.#take(rule, place, rule.holds(feed));
      else if (rule.on === 'feed' && feed.isFeed) this.#take(rule, place, rule.holds(feed), rule.asWritten?.(feed));
      else if (rule.on === 'links') this.#finishLinks(rule);
    }
  }

  #finishLinks(rule: LinkRule): void {
    const { feed } = this;
    const { links } = feed;
    for (const entry of feed.entries(rule.kind)) {
      const contexts = rule.contexts?.(entry, links) ?? 1;
      if (contexts === 0) continue;
      const holds = rule.holds(entry, links, feed);
      const written = rule.asWritten?.(entry, links, feed);
      for (let i = 0; i < contexts; i++) this.#take(rule, entry, holds, written);
    }
  }

  #take(rule: Rule, { entry, line, offset }: Place, holds: boolean, asWritten?: boolean): void {
    const outcome = this.outcomes.get(rule.id);
    if (!outcome) return;
    outcome.contexts++;
    if (asWritten === false) {
      outcome.failedAsWritten = (outcome.failedAsWritten ?? 0) + 1;
      outcome.firstAsWritten ??= { entry, line, offset };
    }
    if (holds) return;
    outcome.failed++;
    if (outcome.failures.length < MAX_FAILURES) outcome.failures.push({ entry, line, offset });
  }
}

function emptyOutcome(rule: Rule): Outcome {
  const failedAsWritten = 'asWritten' in rule ? 0 : undefined;
  return { contexts: 0, failed: 0, failures: [], failedAsWritten, firstAsWritten: undefined };
}
