/**
 * Names and namespaces without a string per tag: names are interned by their bytes, and the namespace declarations
 * in force (a {@link Scope}) are interned by their path, so that a name in a scope is resolved once per document.
 */

const XML = 'http://www.w3.org/XML/1998/namespace';

/** The elements that the reader itself acts on. Everything else is `TAG_OTHER`. */
export const TAG_OTHER = 0;
export const TAG_FEED = 1;
export const TAG_ENTRY = 2;
export const TAG_ID = 3;
export const TAG_TITLE = 4;
export const TAG_UPDATED = 5;
export const TAG_PUBLISHED = 6;
export const TAG_LINK = 7;
export const TAG_CONTENT = 8;
export const TAG_BLOCK = 20;
export const TAG_INTERVAL = 21;
export const TAG_READING = 22;
export const TAG_TIME_PERIOD = 23;
export const TAG_DURATION = 24;
export const TAG_START = 25;
export const TAG_VALUE = 26;
export const TAG_COST = 27;
export const TAG_READING_QUALITY = 28;
export const TAG_QUALITY = 29;
export const TAG_TOU = 30;
export const TAG_TIER = 31;
export const TAG_CPP = 32;

const ATOM_TAGS: Readonly<Record<string, number>> = {
  feed: TAG_FEED,
  entry: TAG_ENTRY,
  id: TAG_ID,
  title: TAG_TITLE,
  updated: TAG_UPDATED,
  published: TAG_PUBLISHED,
  link: TAG_LINK,
  content: TAG_CONTENT,
};

const ESPI_TAGS: Readonly<Record<string, number>> = {
  IntervalBlock: TAG_BLOCK,
  interval: TAG_INTERVAL,
  IntervalReading: TAG_READING,
  timePeriod: TAG_TIME_PERIOD,
  duration: TAG_DURATION,
  start: TAG_START,
  value: TAG_VALUE,
  cost: TAG_COST,
  ReadingQuality: TAG_READING_QUALITY,
  readingQuality: TAG_READING_QUALITY,
  quality: TAG_QUALITY,
  tou: TAG_TOU,
  consumptionTier: TAG_TIER,
  cpp: TAG_CPP,
};

/** Which vocabulary a namespace is; `none` also stands for a prefix that nobody declared. */
export type Vocabulary = 'atom' | 'espi' | 'customer' | 'none' | 'other';

/** An interned name as written, prefix included. */
export interface Name {
  id: number;
  bytes: Uint8Array;
  prefix: string;
  local: string;
}

/** A name resolved in a scope. */
export interface Element {
  uri: string;
  local: string;
  vocabulary: Vocabulary;
  tag: number;
  /** The prefix was never declared. */
  unbound: boolean;
}

/** A document with more different names is not a feed, and interning them would only cost memory. */
const MAX_NAMES = 4096;
const TABLE = 16384;

export class Names {
  readonly #slots: (Name | undefined)[] = new Array<Name | undefined>(TABLE);
  #count = 0;

  /** The interned name of `bytes[start..end)`. */
  intern(bytes: Buffer, start: number, end: number): Name {
    let hash = end - start;
    for (let i = start; i < end; i++) hash = (Math.imul(hash, 31) + (bytes[i] ?? 0)) | 0;
    let slot = hash & (TABLE - 1);
    for (;;) {
      const name = this.#slots[slot];
      if (name === undefined) break;
      if (sameBytes(name.bytes, bytes, start, end)) return name;
      slot = (slot + 1) & (TABLE - 1);
    }
    const text = bytes.toString('utf8', start, end);
    const colon = text.indexOf(':');
    const name: Name = {
      id: this.#count < MAX_NAMES ? this.#count++ : -1,
      bytes: Uint8Array.prototype.slice.call(bytes, start, end),
      prefix: colon > 0 ? text.slice(0, colon) : '',
      local: colon > 0 ? text.slice(colon + 1) : text,
    };
    if (name.id >= 0) this.#slots[slot] = name;
    return name;
  }
}

/** True when `bytes[start..end)` is `wanted`. */
export function sameBytes(wanted: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  if (wanted.length !== end - start) return false;
  for (let i = 0; i < wanted.length; i++) if (wanted[i] !== bytes[start + i]) return false;
  return true;
}

/** The namespace declarations in force: a linked list, each node interned below its parent. */
export class Scope {
  readonly parent: Scope | undefined;
  readonly prefix: string;
  readonly uri: string;
  readonly #children = new Map<string, Scope>();
  readonly #elements: (Element | undefined)[] = [];

  constructor(parent: Scope | undefined, prefix: string, uri: string) {
    this.parent = parent;
    this.prefix = prefix;
    this.uri = uri;
  }

  /** This scope with one more declaration; the same declarations in the same order give the same object. */
  declare(prefix: string, uri: string): Scope {
    if (this.lookup(prefix) === uri) return this;
    const key = `${prefix} ${uri}`;
    let child = this.#children.get(key);
    if (!child) {
      child = new Scope(this, prefix, uri);
      if (this.#children.size < MAX_NAMES) this.#children.set(key, child);
    }
    return child;
  }

  /** The namespace of a prefix, undefined when it was not declared. */
  lookup(prefix: string): string | undefined {
    for (let scope: Scope | undefined = this; scope; scope = scope.parent) {
      if (scope.prefix === prefix) return scope.uri;
    }
    return undefined;
  }

  /** All declarations in force, the innermost of each prefix. */
  declarations(): Map<string, string> {
    const all = new Map<string, string>();
    for (let scope: Scope | undefined = this; scope?.parent; scope = scope.parent) {
      if (!all.has(scope.prefix)) all.set(scope.prefix, scope.uri);
    }
    return all;
  }

  /** The element that a name means here. */
  resolve(name: Name): Element {
    if (name.id < 0) return this.#resolve(name);
    let element = this.#elements[name.id];
    if (!element) {
      element = this.#resolve(name);
      this.#elements[name.id] = element;
    }
    return element;
  }

  #resolve(name: Name): Element {
    const uri = this.lookup(name.prefix);
    const vocabulary = vocabularyOf(uri ?? '');
    return {
      uri: uri ?? '',
      local: name.local,
      vocabulary,
      tag: tagOf(vocabulary, name.local),
      unbound: uri === undefined,
    };
  }
}

/** The scope of a document before its root. */
export function rootScope(): Scope {
  return new Scope(new Scope(undefined, '', ''), 'xml', XML);
}

const VOCABULARIES: Readonly<Record<string, Vocabulary>> = {
  '': 'none',
  'w3.org/2005/atom': 'atom',
  'purl.org/atom/ns#': 'atom',
  'naesb.org/espi': 'espi',
  'naesb.org/espi/customer': 'customer',
};

export function vocabularyOf(uri: string): Vocabulary {
  // A slash too many, a "www.", or https instead of http does not make another vocabulary of it.
  const plain = uri
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\/(www\.)?/, '')
    .replace(/\/+$/, '');
  return VOCABULARIES[plain] ?? 'other';
}

function tagOf(vocabulary: Vocabulary, local: string): number {
  if (vocabulary === 'other') return TAG_OTHER;
  // A payload that forgot its xmlns ends up in Atom or nowhere, a feed that took that of its payload in ESPI.
  return own(ATOM_TAGS, local) ?? own(ESPI_TAGS, local) ?? TAG_OTHER;
}

function own(table: Readonly<Record<string, number>>, key: string): number | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
