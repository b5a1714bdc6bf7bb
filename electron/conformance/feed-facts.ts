import type { XmlNode } from '#shared/espi/node.ts';
import { type EntryFacts, hasNumber, hasPath } from './entry-facts.ts';
import { ATOM, KINDS, type Kind } from './kinds.ts';
import { LinkedEntries, type LinkedEntry, Links, MARK } from './links.ts';
import { Starts } from './starts.ts';

/** Start times behind one list of interval blocks. */
interface Series {
  readings: Starts;
  blocks: Starts;
  /** Some single block holds a start twice. */
  repeatedInBlock: boolean;
}

/** What rules ask of a document as a whole. Bounded by its different links and by the irregularity of its readings. */
export class FeedFacts {
  /** The root is an Atom feed. */
  isFeed = false;
  rootLine = 1;
  rootOffset = 0;
  readonly fields = new Set<string>();
  readonly kinds = new Set<Kind>();
  readonly links = new Links();
  /** Hrefs with a scheme and without: as written they never equal each other. */
  hasAbsolute = false;
  hasRelative = false;
  /** Names of the {@link readingTypes} that were found. */
  readonly readingTypes = new Set<ReadingTypeName>();
  readonly #linked = new Map<Kind, LinkedEntries>(KINDS.map((kind) => [kind, new LinkedEntries()]));
  /** All entries, with the numbers of their ids for self links. */
  readonly #ids = new LinkedEntries();
  readonly #series = new Map<number, Series>();

  field(namespace: string, name: string): void {
    if (namespace === ATOM) this.fields.add(name);
  }

  entry(entry: EntryFacts): void {
    for (const kind of entry.kinds) this.kinds.add(kind);
    const numbers = this.#numbered(entry);
    const ids = [...new Set(entry.ids)].map((id) => `id ${id}`);
    for (const id of ids) this.links.count('id', id);
    this.#ids.add({ ...entry.place, self: ids.map((id) => this.links.numbers.of(id)), up: [], related: [] });
    this.#countLinks(entry);
    for (const kind of entry.kinds) this.#linked.get(kind)?.add(numbers);
    for (const node of entry.anywhere('ReadingType')) {
      for (const name of READING_TYPE_NAMES) if (readingTypes[name](node)) this.readingTypes.add(name);
    }
    this.#markLinks(entry);
    if (entry.blocks.count > 0) for (const up of new Set(numbers.up)) this.#addStarts(up, entry);
  }

  /** Entries of a kind with the numbers of their links; for `id` all entries, with those of their ids for self links. */
  entries(kind: Kind | 'id'): Iterable<LinkedEntry> {
    return kind === 'id' ? this.#ids : (this.#linked.get(kind) ?? []);
  }

  /** The start times of all blocks whose up link is one of these hrefs, together. */
  starts(hrefs: readonly number[]): Series {
    const found = [...new Set(hrefs)].map((href) => this.#series.get(href)).filter((series) => series !== undefined);
    const [only] = found;
    if (only && found.length === 1) return only;
    const all = { readings: new Starts(), blocks: new Starts(), repeatedInBlock: false };
    for (const series of found) join(all, series.readings, series.blocks, series.repeatedInBlock);
    return all;
  }

  /** True when a meter reading with a type so marked belongs to a usage point so marked. */
  metered(type: number, point: number): boolean {
    for (const { related, up } of this.entries('MeterReading')) {
      const fits = related.some((href) => this.links.marked(href, type));
      if (fits && up.some((href) => this.links.marked(href, point))) return true;
    }
    return false;
  }

  #numbered(entry: EntryFacts): LinkedEntry {
    const numbers = (hrefs: readonly string[]) => hrefs.map((href) => this.links.numbers.of(href));
    const { self, up, related } = entry.links;
    for (const href of [...self, ...up, ...related]) {
      if (/^[a-z][a-z\d+.-]*:/i.test(href)) this.hasAbsolute = true;
      else this.hasRelative = true;
    }
    return { ...entry.place, self: numbers(self), up: numbers(up), related: numbers(related) };
  }

  #countLinks({ kinds, links: { self, up, related } }: EntryFacts): void {
    for (const kind of kinds) for (const href of self) this.links.count(`self ${kind}`, href);
    if (kinds.has('UsagePoint')) for (const href of related) this.links.count('related UsagePoint', href);
    if (kinds.has('MeterReading')) {
      for (const href of related) this.links.count('related MeterReading', href);
      for (const href of up) this.links.count('up MeterReading', href);
    }
    if (kinds.has('IntervalBlock')) for (const href of up) this.links.count('up IntervalBlock', href);
  }

  #markLinks(entry: EntryFacts): void {
    let type = 0;
    for (const node of entry.anywhere('ReadingType')) {
      for (const [name, bits] of MARKS_OF_TYPES) if (readingTypes[name](node)) type |= bits;
    }
    for (const _node of entry.contents('ReadingType')) type |= MARK.readingType;
    if (type !== 0) for (const href of entry.links.self) this.links.mark(href, type);
    let point = 0;
    for (const node of entry.contents('UsagePoint')) {
      for (const service of node.children.filter(({ name }) => name === 'ServiceCategory')) {
        for (const [kind, bits] of MARKS_OF_POINTS) if (hasNumber(service, 'kind', kind)) point |= bits;
      }
    }
    if (point !== 0) for (const href of entry.links.related) this.links.mark(href, point);
  }

  #addStarts(up: number, { blocks }: EntryFacts): void {
    let series = this.#series.get(up);
    if (!series) {
      series = { readings: new Starts(), blocks: new Starts(), repeatedInBlock: false };
      this.#series.set(up, series);
    }
    join(series, blocks.readingStarts, blocks.blockStarts, blocks.repeatedInBlock);
  }
}

/** Only whether a start came twice is asked of a series: what did needs no more of them. */
function join(series: Series, readings: Starts, blocks: Starts, repeatedInBlock: boolean): void {
  if (!series.readings.repeated) series.readings.addAll(readings);
  if (!series.blocks.repeated) series.blocks.addAll(blocks);
  series.repeatedInBlock ||= repeatedInBlock;
}

const is = (node: XmlNode, accumulation: number, commodity: number, flow: number): boolean =>
  hasNumber(node, 'accumulationBehaviour', accumulation) &&
  hasNumber(node, 'commodity', commodity) &&
  hasNumber(node, 'flowDirection', flow);

/** Kinds of readings that the book asks for, by the codes of their reading type. */
const readingTypes = {
  interval: (node) => hasNumber(node, 'accumulationBehaviour', 4),
  delivered: (node) => is(node, 4, 1, 1) && hasNumber(node, 'kind', 12) && hasNumber(node, 'uom', 72),
  net: (node) => is(node, 4, 1, 4) && hasNumber(node, 'kind', 12) && hasNumber(node, 'uom', 72),
  reverse: (node) => is(node, 4, 1, 19) && hasNumber(node, 'kind', 12) && hasNumber(node, 'uom', 72),
  register: (node) => is(node, 1, 1, 1) && hasNumber(node, 'kind', 12) && hasNumber(node, 'uom', 72),
  watts: (node) => is(node, 12, 1, 1) && hasNumber(node, 'kind', 37) && hasNumber(node, 'uom', 38),
  voltAmperes: (node) => is(node, 12, 1, 1) && hasNumber(node, 'kind', 12) && hasNumber(node, 'uom', 61),
  reactive: (node) => is(node, 12, 1, 1) && hasNumber(node, 'kind', 12) && hasNumber(node, 'uom', 63),
  gas: (node) => is(node, 4, 7, 1) && (gasEnergy(node) || gasVolume(node)),
  gasAsWritten: (node) => (is(node, 4, 7, 1) && gasEnergy(node)) || gasVolume(node),
  water: (node) => is(node, 4, 9, 1) && hasNumber(node, 'kind', 58) && hasNumber(node, 'uom', 128, 119, 42),
  kelvin: (node) => hasNumber(node, 'kind', 46) && hasNumber(node, 'uom', 6),
} satisfies Record<string, (node: XmlNode) => boolean>;

function gasEnergy(node: XmlNode): boolean {
  return hasNumber(node, 'kind', 12) && hasNumber(node, 'uom', 31, 132, 169);
}

function gasVolume(node: XmlNode): boolean {
  return hasNumber(node, 'kind', 58) && hasNumber(node, 'uom', 42, 119);
}

export type ReadingTypeName = keyof typeof readingTypes;
const READING_TYPE_NAMES = Object.keys(readingTypes) as ReadingTypeName[];

const MARKS_OF_TYPES: readonly [ReadingTypeName, number][] = [
  ['interval', MARK.interval],
  ['delivered', MARK.electricity],
  ['gas', MARK.gas],
  ['gasAsWritten', MARK.gasAsWritten],
  ['water', MARK.water],
];

/** By the kind of ServiceCategory. */
const MARKS_OF_POINTS: readonly [number, number][] = [
  [0, MARK.electricityPoint],
  [1, MARK.gasPoint],
  [2, MARK.waterPoint],
];

/** Paths below a payload. */
export function somePath(nodes: Iterable<XmlNode>, path: readonly string[]): boolean {
  for (const node of nodes) if (hasPath(node, path)) return true;
  return false;
}
