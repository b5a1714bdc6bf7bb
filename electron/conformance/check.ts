import type { Columns } from '../engine/reader/columns.ts';
import type { ByteSource } from '../engine/reader/index.ts';
import type { Element } from '../engine/reader/names.ts';
import { type Attribute, strictRefusal, strictUtf8 } from '../engine/reader/strict.ts';
import { BlockFinder } from './blocks.ts';
import type { EntryFacts, Place } from './entry-facts.ts';
import { Judge, type Outcome } from './judge.ts';
import type { Rule } from './rule.ts';
import { RULES } from './rules/index.ts';
import { SchemaCheck, type SchemaProblem } from './schema/check.ts';
import { type Visitor, Walk } from './walk.ts';

/** What a document was found to be. */
export interface Findings {
  outcomes: ReadonlyMap<string, Outcome>;
  /** Blocks that a scope in the document claims, and those that its content implies. */
  claimed: ReadonlySet<string>;
  implied: ReadonlySet<string>;
  /** Some links of entries are absolute and others are not. */
  mixedLinks: boolean;
  /** Where the document breaks the schemas: the first places, and how many there are. */
  schema: { problems: readonly SchemaProblem[]; count: number };
  /** The root element of a document that is neither Atom nor ESPI. */
  foreignRoot: string | undefined;
}

/**
 * Judges a document by the data-element tests of the book, in one pass and constant memory.
 * @throws AppError `not_well_formed`, `feed_doctype` where the document is no XML that can be judged; whatever the
 *   source throws.
 */
export async function checkDocument(source: ByteSource, rules: readonly Rule[] = RULES): Promise<Findings> {
  const visitor = new Checks(rules);
  const walk = new Walk(visitor);
  try {
    for await (const chunk of strictUtf8(source)) {
      walk.window.append(chunk);
      walk.run();
    }
    walk.window.eof = true;
    walk.run();
  } catch (thrown) {
    throw strictRefusal(thrown, walk.window, 'Correct the XML first: no test can look at it before.');
  }
  return visitor.finish();
}

/** All checks of one document. */
class Checks implements Visitor {
  readonly #judge: Judge;
  readonly #blocks = new BlockFinder();
  readonly #schema = new SchemaCheck();

  constructor(rules: readonly Rule[]) {
    this.#judge = new Judge(rules);
  }

  root(namespace: string, name: string, place: Place): void {
    this.#judge.root(namespace, name, place);
  }

  feedChild(namespace: string, name: string): void {
    this.#judge.feed.field(namespace, name);
  }

  entry(entry: EntryFacts): void {
    this.#judge.entry(entry);
    this.#blocks.entry(entry);
  }

  open(element: Element, attributes: readonly Attribute[], place: Place): void {
    this.#schema.open(element, attributes, place);
  }

  text(text: string): void {
    this.#schema.text(text);
  }

  close(): void {
    this.#schema.close();
  }

  undeclared(prefix: string, place: Place): void {
    this.#schema.undeclared(prefix, place);
  }

  rows(columns: Columns, place: Place): void {
    this.#schema.rows(columns, place);
  }

  finish(): Findings {
    this.#judge.finish();
    const { claimed, implied } = this.#blocks;
    const { problems, count, foreignRoot } = this.#schema;
    const { outcomes, feed } = this.#judge;
    const mixedLinks = feed.hasAbsolute && feed.hasRelative;
    return { outcomes, claimed, implied, mixedLinks, schema: { problems, count }, foreignRoot };
  }
}
