import type { XmlNode } from '#shared/espi/node.ts';
import type { Element } from './names.ts';

const MAX_NODES = 100_000;

/** Builds the tree of one payload. */
export class TreeBuilder {
  readonly #warn: (code: string, message: string) => void;
  readonly #trim: (text: string) => string;
  #open: XmlNode[] = [];
  #nodes = 0;

  constructor(warn: (code: string, message: string) => void, trim = (text: string) => text.trim()) {
    this.#warn = warn;
    this.#trim = trim;
  }

  begin(element: Element): void {
    this.#nodes = 1;
    this.#open = [nodeOf(element)];
  }

  open(element: Element): void {
    const node = nodeOf(element);
    const parent = this.#open.at(-1);
    if (++this.#nodes <= MAX_NODES) parent?.children.push(node);
    else this.#warn('payload_too_large', 'A payload has more elements than any ESPI resource; the rest is left out.');
    this.#open.push(node);
  }

  text(piece: string): void {
    const node = this.#open.at(-1);
    if (node) node.text += piece;
  }

  /** Ends the innermost element; returns the payload when it was that. */
  close(): XmlNode | undefined {
    const node = this.#open.pop();
    if (!node) return undefined;
    node.text = this.#trim(node.text);
    return this.#open.length === 0 ? node : undefined;
  }

  abandon(): void {
    this.#open = [];
  }
}

function nodeOf(element: Element): XmlNode {
  return { namespace: element.uri, name: element.local, text: '', children: [] };
}
