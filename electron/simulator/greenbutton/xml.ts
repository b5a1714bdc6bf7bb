/**
 * XML as text, written in the order of the schema. Every text and attribute goes through `escapeXml`; what a person could
 * have typed can hold characters that XML 1.0 forbids, and those are dropped.
 */
import { escapeXml } from '#shared/escape-xml.ts';

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
