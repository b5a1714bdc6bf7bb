import { CountList, IntList, NumberTape } from './growing.ts';
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

/**
 * The entries of one kind in document order, some ten bytes each: places as differences, then the numbers of the links as
 * differences from those of the entry before, most of which are new or the same.
 */
export class LinkedEntries {
  readonly #tape = new NumberTape();
  readonly #last = noEntry();

  add(entry: LinkedEntry): void {
    const last = this.#last;
    for (const place of PLACES) {
      this.#tape.push(entry[place] - last[place]);
      last[place] = entry[place];
    }
    for (const role of ROLES) {
      this.#tape.push(entry[role].length);
      for (const number of entry[role]) {
        this.#tape.push(number - last[role]);
        last[role] = number;
      }
    }
  }

  *[Symbol.iterator](): Generator<LinkedEntry> {
    const tape = this.#tape.reader();
    const last = noEntry();
    while (tape.more) {
      for (const place of PLACES) last[place] += tape.next();
      const links: Pick<LinkedEntry, Role> = { self: [], up: [], related: [] };
      for (const role of ROLES) {
        for (let left = tape.next(); left > 0; left--) {
          last[role] += tape.next();
          links[role].push(last[role]);
        }
      }
      yield { entry: last.entry, line: last.line, offset: last.offset, ...links };
    }
  }
}

const PLACES = ['entry', 'line', 'offset'] as const;
const ROLES = ['self', 'up', 'related'] as const;
type Role = (typeof ROLES)[number];

/** Where differences begin. */
function noEntry(): Record<(typeof PLACES)[number] | Role, number> {
  return { entry: 0, line: 0, offset: 0, self: 0, up: 0, related: 0 };
}
