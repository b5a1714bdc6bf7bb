import { decodeEntity, ENTITY_NAMES, entityKind } from '#shared/espi/entities.ts';
import { withoutSecrets } from '#shared/espi/secrets.ts';
import type { Consistency } from './consistency.ts';
import { entryDate, type OpenEntry, withDeclarations } from './entry.ts';
import type { EntityKind, FeedBlock, FeedEntity, FeedPayload } from './feed.ts';
import { MAX_RAW, type Problems } from './problems.ts';

/** What waits to be handed to the sink. */
type FeedEvent = { kind: 'entity'; entity: FeedEntity } | { kind: 'block'; block: FeedBlock };

export interface Outbox {
  events: FeedEvent[];
  payloads: Partial<Record<EntityKind, number>>;
  entries: number;
  /** Some entry has no resource in it, and should have one. */
  hollow: boolean;
  consistency: Consistency;
  /** Characters of raw text that wait for the sink. */
  weight: number;
}

/**
 * Turns an entry that is complete, or cannot be read on, into events and problems.
 * @param end offset in the document behind it.
 * @param raw its text; undefined where it held blocks and was not kept.
 */
export function finishEntry(
  entry: OpenEntry,
  end: number,
  raw: string | undefined,
  outbox: Outbox,
  problems: Problems,
): void {
  const report = (code: string, severity: 'error' | 'warning' | 'info', message: string, withRaw = false): void =>
    problems.add({
      code,
      severity,
      message,
      line: entry.line,
      column: entry.column,
      entry: entry.index,
      raw: withRaw && raw !== undefined ? withoutSecrets(raw).slice(0, MAX_RAW) : undefined,
    });
  const base = envelope(entry, end, report);
  if (entry.count === 0) {
    if (entry.nested) return;
    outbox.hollow ||= !saysNothing(entry);
    const [code, message] = emptiness(entry);
    report(code, 'error', message, true);
    return;
  }
  checkSelf(entry, problems);
  const text = raw === undefined ? undefined : withoutSecrets(withDeclarations(raw, entry.declarations));
  for (const payload of entry.payloads) {
    const { element, node, position } = payload;
    const kind = entityKind(element.vocabulary, element.local);
    outbox.payloads[kind] = (outbox.payloads[kind] ?? 0) + 1;
    if (kind === 'Unknown') {
      report('unknown_payload', 'warning', `<${element.local}> is not a known ESPI resource; it is kept as it is.`);
    }
    const data = decodeEntity(kind, node, (finding) => report(finding.code, finding.severity, finding.message));
    if (kind === 'UsagePoint') outbox.consistency.usagePoint(data);
    else if (kind === 'ReadingType') outbox.consistency.readingType(data, entry);
    const rawXml = text ?? withoutSecrets(withDeclarations(payload.raw ?? '', payload.declarations));
    outbox.weight += rawXml.length;
    outbox.events.push({
      kind: 'entity',
      entity: {
        ...base,
        payload: position,
        kind,
        namespace: element.uri,
        localName: element.local,
        data,
        rawXml,
      },
    });
  }
  finishBlocks(entry, base, outbox);
}

function finishBlocks(entry: OpenEntry, base: Envelope, outbox: Outbox): void {
  const { blocks } = entry;
  if (!blocks) return;
  outbox.payloads.IntervalBlock = (outbox.payloads.IntervalBlock ?? 0) + blocks.readings.length;
  blocks.readings.forEach((readings, i) => {
    outbox.events.push({
      kind: 'block',
      block: {
        ...base,
        payload: blocks.payload[i] ?? i,
        kind: 'IntervalBlock',
        namespace: blocks.element.uri,
        localName: blocks.element.local,
        block: blocks.first + i,
        intervalStart: blocks.intervalStart[i],
        intervalDuration: blocks.intervalDuration[i],
        readings,
      },
    });
  });
}

type Envelope = Omit<FeedPayload, 'payload' | 'kind' | 'namespace' | 'localName'>;

function envelope(
  entry: OpenEntry,
  end: number,
  report: (code: string, severity: 'warning', message: string) => void,
): Envelope {
  const published = entryDate(entry.published);
  const updated = entryDate(entry.updated);
  if (published.unreadable)
    report('unreadable_date', 'warning', `"${entry.published?.slice(0, 40)}" (published) is not a date.`);
  if (updated.unreadable)
    report('unreadable_date', 'warning', `"${entry.updated?.slice(0, 40)}" (updated) is not a date.`);
  return {
    entry: entry.index,
    atomId: entry.atomId,
    title: entry.title,
    published: published.time,
    updated: updated.time,
    links: entry.links,
    span: { byteStart: entry.offset, byteEnd: end, line: entry.line },
    broken: entry.broken,
  };
}

function emptiness(entry: OpenEntry): [code: string, message: string] {
  const self = entry.links.find((link) => link.rel === 'self');
  const what = self ? ` (${self.href})` : '';
  if (entry.contentText) return ['content_is_text', `The content of an entry${what} is text instead of a resource.`];
  if (entry.content) return ['content_is_empty', `The content of an entry${what} is empty.`];
  return ['entry_without_content', `An entry${what} has no content.`];
}

/** Some custodians send an empty entry for a bill that there is not. */
function saysNothing({ contentText, links }: OpenEntry): boolean {
  const self = links.find((link) => link.rel === 'self');
  const said = self && saidBy(self.key);
  return !contentText && (said === 'UsageSummary' || said === 'ElectricPowerQualitySummary');
}

/** Kinds by the name that they have in paths. */
const KIND_OF_PATH: ReadonlyMap<string, EntityKind> = new Map(
  ENTITY_NAMES.map(([name, kind]) => [name.toLowerCase(), kind]),
);

/** Where a resource hangs, by the path of its self link; joins fall back on that path. */
const PATHS: Partial<Record<EntityKind, RegExp>> = {
  MeterReading: /\/meterreading(\/|$)/,
  IntervalBlock: /(^|\/)meterreading\/[^/]+\/intervalblock(\/|$)/,
  UsageSummary: /usagesummary(\/|$)/,
};

function checkSelf(entry: OpenEntry, problems: Problems): void {
  const kind = entry.blocks ? 'IntervalBlock' : firstKind(entry);
  if (!kind || kind === 'Unknown' || entry.synthetic) return;
  const self = entry.links.find((link) => link.rel === 'self');
  const place = { line: entry.line, column: entry.column, entry: entry.index, raw: undefined };
  if (!self) {
    problems.once(`self-missing ${kind}`, () => ({
      code: 'self_link_missing',
      severity: 'info',
      message: `An entry (${kind}) has no self link: what it belongs to is found by its other links.`,
      ...place,
    }));
    return;
  }
  const said = saidBy(self.key);
  if (said !== undefined && said !== kind) {
    problems.add({
      code: 'payload_not_as_linked',
      severity: 'warning',
      message: `The self link of an entry is one of ${said}, but its content is ${kind}; it is read as what it is.`,
      ...place,
    });
  } else if (PATHS[kind]?.test(self.key) === false) {
    problems.once(`self-unusual ${kind}`, () => ({
      code: 'self_link_unusual',
      severity: 'info',
      message: `The self link of an entry (${kind}) does not have the path of one: ${self.href}`,
      ...place,
    }));
  }
}

/** What a self link says that its entry is: the resource before the id at its end. */
function saidBy(key: string): EntityKind | undefined {
  const name = /(?:^|\/)([a-z]+)\/[^/]+$/.exec(key)?.[1];
  return name === undefined ? undefined : KIND_OF_PATH.get(name);
}

function firstKind(entry: OpenEntry): EntityKind | undefined {
  const [first] = entry.payloads;
  return first && entityKind(first.element.vocabulary, first.element.local);
}
