/** Where entries and elements stand among the displayed lines of an answer. Pure. */
import { tagsOfLine } from '../../ui/xml/xml-tags.ts';
import type { XmlLine } from '../../ui/xml/xml-tokens.ts';

/** 0-based displayed lines, both included. */
export interface LineSpan {
  from: number;
  to: number;
}

/** The lines of each entry, in document order; a document without entries is one span. */
export function entrySpans(lines: readonly XmlLine[]): LineSpan[] {
  const spans: LineSpan[] = [];
  for (const [number, line] of lines.entries()) {
    for (const { opening, name } of tagsOfLine(line)) {
      if (name !== 'entry') continue;
      if (opening) spans.push({ from: number, to: lines.length - 1 });
      else spans.splice(-1, 1, { from: spans.at(-1)?.from ?? number, to: number });
    }
  }
  return spans.length > 0 ? spans : [{ from: 0, to: Math.max(0, lines.length - 1) }];
}

/** The number of the entry that a line is in. */
export function entryAt(spans: readonly LineSpan[], line: number): number | undefined {
  const at = spans.findIndex(({ from, to }) => line >= from && line <= to);
  return at < 0 ? undefined : at;
}

/** The elements that open on a line, local names in order. */
export function elementsAt(line: XmlLine): string[] {
  return tagsOfLine(line).flatMap(({ opening, name }) => (opening ? [name] : []));
}

/** The first line within a span on which the element opens. */
export function lineOfElement(lines: readonly XmlLine[], span: LineSpan, name: string): number | undefined {
  for (let at = span.from; at <= span.to; at += 1) {
    if (elementsAt(lines[at] ?? []).includes(name)) return at;
  }
  return undefined;
}
