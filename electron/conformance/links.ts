import { CountList, IntList } from './growing.ts';
import { LinkNumbers } from './link-numbers.ts';

/** What is counted of each href: how many link elements of entries of that kind carry it. */
const COUNTERS = [
  'id',
  'self UsagePoint',
  'self LocalTimeParameters',
  'self MeterReading',
  'self IntervalBlock',
  'self ReadingType',
  'self UsageSummary',
  'self ElectricPowerQualitySummary',
  'related UsagePoint',
  'related MeterReading',
  'up MeterReading',
  'up IntervalBlock',
] as const;
export type Counter = (typeof COUNTERS)[number];

/** What is known of the entry behind an href, as bits. */
export const MARK = {
  /** A reading type in `atom:content`. */
  readingType: 1,
  /** A reading type of interval data (accumulation 4). */
  interval: 2,
  electricity: 4,
  gas: 8,
  /** Gas as the condition of the book is written. */
  gasAsWritten: 16,
  water: 32,
  /** Related links of usage points of that service. */
  electricityPoint: 64,
  gasPoint: 128,
  waterPoint: 256,
} as const;

/** Numbers of hrefs with what is counted and known of each; bounded by the number of different links. */
export class Links {
  readonly numbers = new LinkNumbers();
  readonly #counts = new Map<Counter, CountList>(COUNTERS.map((counter) => [counter, new CountList()]));
  readonly #marks = new IntList();

  count(counter: Counter, href: string): void {
    this.#counts.get(counter)?.add(this.numbers.of(href));
  }

  mark(href: string, bits: number): void {
    const number = this.numbers.of(href);
    this.#marks.set(number, this.#marks.at(number) | bits);
  }

  /** How many links of that kind carry one of these hrefs; of each href 255 at most. */
  total(counter: Counter, hrefs: readonly number[]): number {
    const counts = this.#counts.get(counter);
    let sum = 0;
    for (const [i, href] of hrefs.entries()) if (hrefs.indexOf(href) === i) sum += counts?.at(href) ?? 0;
    return sum;
  }

  marked(href: number, bits: number): boolean {
    return (this.#marks.at(href) & bits) !== 0;
  }
}

/** Hrefs of one entry by their numbers, kept until all entries were seen. */
export interface LinkedEntry {
  entry: number;
  line: number;
  offset: number;
  self: number[];
  up: number[];
  related: number[];
}

/** Counts of links that fit into one integer, ten bits each. */
const MAX_PACKED = 1023;

/** The entries of one kind in document order, a few integers each: places as differences, then the numbers of the links. */
export class LinkedEntries {
  readonly #tape = new IntList();
  #entry = 0;
  #line = 0;
  #offset = 0;

  add({ entry, line, offset, self, up, related }: LinkedEntry): void {
    const tape = this.#tape;
    tape.push(entry - this.#entry);
    tape.push(line - this.#line);
    tape.push((offset - this.#offset) | 0);
    this.#entry = entry;
    this.#line = line;
    this.#offset = offset;
    if (Math.max(self.length, up.length, related.length) <= MAX_PACKED) {
      tape.push((self.length << 20) | (up.length << 10) | related.length);
    } else {
      tape.push(-1);
      for (const list of [self, up, related]) tape.push(list.length);
    }
    for (const number of self) tape.push(number);
    for (const number of up) tape.push(number);
    for (const number of related) tape.push(number);
  }

  *[Symbol.iterator](): Generator<LinkedEntry> {
    const tape = this.#tape;
    let at = 0;
    let entry = 0;
    let line = 0;
    let offset = 0;
    while (at < tape.length) {
      entry += tape.at(at);
      line += tape.at(at + 1);
      // An entry of more than two gigabytes wraps around, none beyond four.
      offset += tape.at(at + 2) >>> 0;
      const packed = tape.at(at + 3);
      at += 4;
      let [selfs, ups, relateds] = [packed >>> 20, (packed >>> 10) & MAX_PACKED, packed & MAX_PACKED];
      if (packed === -1) {
        [selfs, ups, relateds] = [tape.at(at), tape.at(at + 1), tape.at(at + 2)];
        at += 3;
      }
      const self = slice(tape, at, selfs);
      const up = slice(tape, at + selfs, ups);
      const related = slice(tape, at + selfs + ups, relateds);
      at += selfs + ups + relateds;
      yield { entry, line, offset, self, up, related };
    }
  }
}

function slice(tape: IntList, from: number, count: number): number[] {
  const list: number[] = [];
  for (let i = 0; i < count; i++) list.push(tape.at(from + i));
  return list;
}
