import { type Name, type Names, rootScope, type Scope, sameBytes } from './names.ts';
import { eachAttribute, Malformed, type Scanner } from './scanner.ts';
import { decodeReferences } from './text.ts';
import type { Window } from './window.ts';

/** Contexts of open elements: what they mean to the reader. Those inside of IntervalBlocks are in block.ts. */
export const IN_DOCUMENT = 0;
export const IN_FEED = 1;
export const IN_ENTRY = 2;
export const IN_FIELD = 3;
export const IN_CONTENT = 4;
export const IN_TREE = 5;
export const IN_IGNORED = 6;

/** Deeper nesting than this is an attack or damage. */
const MAX_DEPTH = 200;

/** The open elements of the document, as parallel arrays that are reused. */
export class OpenElements {
  depth = 0;
  /** Prefixes that the last start tag declared. */
  declared: string[] = [];

  readonly #window: Window;
  readonly #scanner: Scanner;
  readonly #names: Names;
  readonly #root = rootScope();
  readonly #context: number[] = [IN_DOCUMENT];
  readonly #name: (Name | undefined)[] = [undefined];
  readonly #scope: Scope[] = [this.#root];

  /** Prefixes of the attributes of the current tag. */
  readonly #prefixed: string[] = [];
  readonly #undeclared: (prefix: string) => void;

  /** @param undeclared called with an attribute's prefix that nobody declared. */
  constructor(window: Window, scanner: Scanner, names: Names, undeclared: (prefix: string) => void) {
    this.#undeclared = undeclared;
    this.#window = window;
    this.#scanner = scanner;
    this.#names = names;
  }

  /** Context of the innermost element, or of the one at `depth`. */
  context(depth = this.depth): number {
    return this.#context[depth] ?? IN_DOCUMENT;
  }

  scope(depth = this.depth): Scope {
    return this.#scope[depth] ?? this.#root;
  }

  name(depth = this.depth): Name | undefined {
    return this.#name[depth];
  }

  setContext(context: number): void {
    this.#context[this.depth] = context;
  }

  /** Enters the element whose start tag the scanner is at. The caller sets its context. */
  push(): Name {
    const { nameStart, nameEnd, hasAttributes, start, end, empty } = this.#scanner;
    if (this.depth >= MAX_DEPTH) throw new Malformed('Elements are nested too deeply.', start);
    const name = this.#names.intern(this.#window.bytes, nameStart, nameEnd);
    const outer = this.scope();
    if (this.declared.length > 0) this.declared = [];
    const scope = hasAttributes ? this.#declare(outer, nameEnd, end - (empty ? 2 : 1)) : outer;
    this.depth++;
    this.#name[this.depth] = name;
    this.#scope[this.depth] = scope;
    this.#context[this.depth] = IN_IGNORED;
    return name;
  }

  /** Takes the end tag that the scanner is at: it must close the innermost element. */
  checkEnd(): void {
    const { nameStart, nameEnd, start } = this.#scanner;
    const { bytes } = this.#window;
    const name = this.name();
    if (name && sameBytes(name.bytes, bytes, nameStart, nameEnd)) return;
    const found = bytes.toString('utf8', nameStart, Math.min(nameEnd, nameStart + 60));
    const open = name ? `<${name.prefix ? `${name.prefix}:` : ''}${name.local}> is open` : 'nothing is open';
    throw new Malformed(`</${found}> closes an element while ${open}.`, start);
  }

  #declare(outer: Scope, from: number, to: number): Scope {
    const { bytes } = this.#window;
    let scope = outer;
    this.#prefixed.length = 0;
    eachAttribute(bytes, from, to, (nameStart, nameEnd, valueStart, valueEnd) => {
      const name = this.#names.intern(bytes, nameStart, nameEnd);
      if (name.prefix !== 'xmlns' && (name.prefix !== '' || name.local !== 'xmlns')) {
        if (name.prefix !== '') this.#prefixed.push(name.prefix);
        return;
      }
      const prefix = name.prefix === '' ? '' : name.local;
      this.declared.push(prefix);
      scope = scope.declare(prefix, decodeReferences(bytes.toString('utf8', valueStart, valueEnd)));
    });
    for (const prefix of this.#prefixed) if (scope.lookup(prefix) === undefined) this.#undeclared(prefix);
    return scope;
  }
}
