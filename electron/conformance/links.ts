import { IntList } from './growing.ts';
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
  readonly #counts = new Map<Counter, IntList>(COUNTERS.map((counter) => [counter, new IntList()]));
  readonly #marks = new IntList();

  count(counter: Counter, href: string): void {
    const counts = this.#counts.get(counter);
    const number = this.numbers.of(href);
    counts?.set(number, counts.at(number) + 1);
  }

  mark(href: string, bits: number): void {
    const number = this.numbers.of(href);
    this.#marks.set(number, this.#marks.at(number) | bits);
  }

  /** How many links of that kind carry one of these hrefs. */
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

const TWO_32 = 4294967296;

/** The entries of one kind, a few integers each. */
export class LinkedEntries {
  readonly #tape = new IntList();

  add({ entry, line, offset, self, up, related }: LinkedEntry): void {
    const tape = this.#tape;
    tape.push(entry);
    tape.push(line);
    tape.push(offset | 0);
    tape.push(Math.floor(offset / TWO_32));
    for (const list of [self, up, related]) {
      tape.push(list.length);
      for (const number of list) tape.push(number);
    }
  }

  *[Symbol.iterator](): Generator<LinkedEntry> {
    const tape = this.#tape;
    let at = 0;
    const list = (): number[] => Array.from({ length: tape.at(at++) }, () => tape.at(at++));
    while (at < tape.length) {
      const entry = tape.at(at++);
      const line = tape.at(at++);
      const offset = (tape.at(at++) >>> 0) + tape.at(at++) * TWO_32;
      yield { entry, line, offset, self: list(), up: list(), related: list() };
    }
  }
}
