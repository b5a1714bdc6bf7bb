/** Atom feeds and entries around ESPI payloads. Paths here are relative to `{espi_base}` and start with a slash. */
import { escapeXml } from '#shared/escape-xml.ts';
import { uuidOf } from '../world/random.ts';
import { isoAtom } from '../world/time.ts';
import type { Millis } from '../world/types.ts';
import { applyQuirks, type Quirks } from './quirks.ts';

/** Names of the 17 entities (section 2.6). */
export type EntityName =
  | 'ApplicationInformation'
  | 'Authorization'
  | 'LocalTimeParameters'
  | 'ReadingType'
  | 'UsagePoint'
  | 'MeterReading'
  | 'IntervalBlock'
  | 'UsageSummary'
  | 'ElectricPowerQualitySummary'
  | CustomerEntityName;

export type CustomerEntityName =
  | 'Customer'
  | 'CustomerAccount'
  | 'CustomerAgreement'
  | 'ServiceSupplier'
  | 'ProgramDateIdMappings'
  | 'ServiceLocation'
  | 'Meter'
  | 'EndDevice';

export interface Link {
  readonly path: string;
  /** `espi-entry/X`, `espi-feed/X`, `cust-entry/X`, `cust-feed/X`, or a media type. */
  readonly type: string;
}

export interface Entry {
  readonly entity: EntityName;
  /** `cust` payloads live in the namespace of the retail customer schema. */
  readonly space: 'espi' | 'cust';
  readonly self: string;
  readonly up: string;
  readonly related: readonly Link[];
  /** When its data came to be; of blocks and bills the end of what they cover. */
  readonly published: Millis;
  /** When it became visible or changed in the API. */
  readonly updated: Millis;
  /** Elements inside the payload, in the schema's order. */
  readonly body: string;
}

/** What every answer needs to know. */
export interface Writing {
  readonly espiBase: string;
  readonly quirks: Quirks;
}

const NAMESPACE = { espi: 'http://naesb.org/espi', cust: 'http://naesb.org/espi/customer' };
const ATOM = 'http://www.w3.org/2005/Atom';
export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** A whole document of one entry. */
export function entryDocument(writing: Writing, entry: Entry): string {
  return applyQuirks(writing.quirks, XML_HEAD + entryText(writing, entry, ` xmlns="${ATOM}"`));
}

/** One `<entry>` of a feed. */
export function feedEntry(writing: Writing, entry: Entry): string {
  return applyQuirks(writing.quirks, entryText(writing, entry, ''));
}

function entryText(writing: Writing, entry: Entry, attributes: string): string {
  const { espiBase } = writing;
  const prefix = entry.space;
  const id = writing.quirks.has('repeated-ids') ? uuidOf(entry.entity) : uuidOf(entry.self);
  const related = entry.related.map((link) => linkText(espiBase, 'related', link)).join('');
  const body =
    entry.body === ''
      ? `<${entry.entity} xmlns="${NAMESPACE[entry.space]}"/>`
      : `<${entry.entity} xmlns="${NAMESPACE[entry.space]}">${entry.body}</${entry.entity}>`;
  return (
    `<entry${attributes}><id>urn:uuid:${id}</id>` +
    linkText(espiBase, 'self', { path: entry.self, type: `${prefix}-entry/${entry.entity}` }) +
    linkText(espiBase, 'up', { path: entry.up, type: `${prefix}-feed/${entry.entity}` }) +
    related +
    `<published>${isoAtom(entry.published)}</published><updated>${isoAtom(entry.updated)}</updated>` +
    `<title>${entry.entity}</title><content type="atom+xml">${body}</content></entry>\n`
  );
}

function linkText(espiBase: string, rel: string, link: Link): string {
  return `<link rel="${rel}" href="${escapeXml(espiBase + link.path)}" type="${escapeXml(link.type)}"/>`;
}

/** What opens a feed; entries follow, then {@link feedEnd}. */
export function feedStart(
  writing: Writing,
  feed: { self: string; type: string; title: string; updated: Millis },
): string {
  const text =
    `${XML_HEAD}<feed xmlns="${ATOM}"><id>urn:uuid:${uuidOf(`feed ${feed.self}`)}</id>` +
    linkText(writing.espiBase, 'self', { path: feed.self, type: feed.type }) +
    `<title>${escapeXml(feed.title)}</title><updated>${isoAtom(feed.updated)}</updated>\n`;
  return applyQuirks(writing.quirks, text);
}

export function feedEnd(writing: Writing): string {
  return applyQuirks(writing.quirks, '</feed>\n');
}
