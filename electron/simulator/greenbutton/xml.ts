/**
 * XML as text, written in the order of the schema. Every text and attribute goes through `escapeXml`; what a person could
 * have typed can hold characters that XML 1.0 forbids, and those are dropped.
 */

const SPECIAL: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Whatever is not a Char of XML 1.0 (section 2.2); with the u flag lone surrogates count as such. */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

export function escapeXml(text: string): string {
  return text.replace(FORBIDDEN, '').replace(/[&<>"]/g, (found) => SPECIAL[found] ?? found);
}

/** `<name>text</name>`, or nothing when there is no value: optional elements are left out, never left empty. */
export function tag(name: string, value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return '';
  return `<${name}>${typeof value === 'string' ? escapeXml(value) : value}</${name}>`;
}

/** An element around others; nothing when they are all empty. */
export function wrap(name: string, ...children: string[]): string {
  const inner = children.join('');
  return inner === '' ? '' : `<${name}>${inner}</${name}>`;
}

/** DateTimeInterval, in the schema's order: duration before start. Seconds. */
export function interval(name: string, start: number, end: number): string {
  return `<${name}><duration>${end - start}</duration><start>${start}</start></${name}>`;
}
