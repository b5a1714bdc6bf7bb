import { escapeXml } from '#shared/escape-xml.ts';
import { OpenElements } from '../engine/reader/elements.ts';
import { type Element, Names } from '../engine/reader/names.ts';
import { END, Malformed, MORE, Scanner, START, TEXT } from '../engine/reader/scanner.ts';
import { strictAside, strictAttributes, strictOutside, strictText } from '../engine/reader/strict.ts';
import { Window } from '../engine/reader/window.ts';
import { enter, type Frame } from './frames.ts';
import { elementName, writtenAttribute } from './names.ts';
import type { Values } from './values.ts';

/** Text beyond this is not looked at as a whole: nothing of it stays. */
const MAX_TEXT = 1 << 17;

/**
 * Writes a document anew, token by token: elements in their order, and of names, attributes and text what may stay. Comments
 * and processing instructions are left out, CDATA sections become text. Forgives nothing: it throws where the XML is not
 * well-formed.
 */
export class Rewriter {
  readonly window = new Window();
  /** What is to be written; the caller takes it. */
  out = '<?xml version="1.0" encoding="UTF-8"?>\n';

  readonly #values: Values;
  readonly #scanner = new Scanner(this.window, true);
  readonly #elements = new OpenElements(this.window, this.#scanner, new Names(), () => undefined);
  readonly #frames: (Frame | undefined)[] = [undefined];
  readonly #written: string[] = [''];
  readonly #names = new WeakMap<Element, string>();
  #text = '';
  /** A part of the text under way was written already: none of it is looked at as a whole. */
  #isLong = false;
  #rootSeen = false;
  readonly #malformed = (message: string): never => {
    throw new Malformed(message, this.#scanner.start);
  };

  constructor(values: Values) {
    this.#values = values;
  }

  /** Goes on until more bytes are needed, or there is enough to be written; at the end of the document until all was seen. */
  run(enough: number): 'more' | 'write' | 'done' {
    const w = this.window;
    for (;;) {
      if (this.out.length >= enough) return 'write';
      const token = this.#scanner.next();
      if (token === MORE) {
        if (!w.eof) return 'more';
        this.#finish();
        return 'done';
      }
      if (token === TEXT) this.#piece();
      else if (token === START) this.#start();
      else if (token === END) {
        this.#elements.checkEnd();
        this.#end();
      } else strictAside(this.window, this.#scanner, token, this.#malformed);
    }
  }

  #start(): void {
    this.#endText();
    const elements = this.#elements;
    if (elements.depth === 0) this.#root();
    const parent = this.#frames[elements.depth];
    const name = elements.push();
    const scope = elements.scope();
    const element = scope.resolve(name);
    const { pseudonyms } = this.#values;
    const written = this.#nameOf(name.prefix, element);
    this.#frames[elements.depth] = enter(parent, element);
    this.#written[elements.depth] = written;
    this.out += `<${written}`;
    if (this.#scanner.hasAttributes) {
      for (const attribute of strictAttributes(this.window, this.#scanner, this.#malformed)) {
        const { name: as, value } = writtenAttribute(attribute, scope, pseudonyms);
        this.out += ` ${as}="${escapeXml(value).replace(/[\t\n\r]/g, reference)}"`;
      }
    }
    if (this.#scanner.empty) {
      this.out += '/>';
      elements.depth--;
    } else this.out += '>';
  }

  /** Elements are the same objects wherever the same name stands in the same scope. */
  #nameOf(prefix: string, element: Element): string {
    let written = this.#names.get(element);
    if (written === undefined) {
      written = elementName(prefix, element, this.#values.pseudonyms);
      this.#names.set(element, written);
    }
    return written;
  }

  #root(): void {
    if (this.#rootSeen) this.#malformed('There is a second root element.');
    this.#rootSeen = true;
  }

  #end(): void {
    this.#endText();
    this.out += `</${this.#written[this.#elements.depth] ?? ''}>`;
    this.#elements.depth--;
  }

  /** Text comes in pieces where comments and CDATA sections part it. */
  #piece(): void {
    const { start, end, cdata } = this.#scanner;
    if (this.#elements.depth === 0) {
      strictOutside(this.window, start, end, this.#malformed);
      return;
    }
    const text = strictText(this.window.bytes, start, end, cdata ? 'cdata' : 'element', this.#malformed);
    this.#text += text;
    if (this.#text.length <= MAX_TEXT) return;
    this.#isLong = true;
    this.#flushText();
  }

  /** The text between two tags is complete. */
  #endText(): void {
    this.#flushText();
    this.#isLong = false;
  }

  #flushText(): void {
    const text = this.#text;
    if (text === '') return;
    this.#text = '';
    const { depth } = this.#elements;
    const form = this.#isLong ? undefined : this.#frames[depth]?.form;
    const replaced = this.#values.replace(text, form, this.#elements.name()?.local ?? '');
    // What stands there is white space, a number, a known word or made up: line ends are all that a return can be.
    this.out += /[\r&<>"]/.test(replaced) ? escapeXml(replaced.replace(/\r\n?/g, '\n')) : replaced;
  }

  #finish(): void {
    if (this.#scanner.open) this.#malformed('The document ends inside a comment.');
    if (this.#elements.depth > 0) this.#malformed('The document ends before its root element does.');
    if (!this.#rootSeen) this.#malformed('The document has no root element.');
    this.out += '\n';
  }
}

function reference(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}
