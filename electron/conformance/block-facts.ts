import { Starts } from './starts.ts';

/** Elements of an interval reading that tests ask for. */
export const READING_FIELDS = ['cost', 'duration', 'start', 'value', 'quality'] as const;
export type ReadingField = (typeof READING_FIELDS)[number];

/** What was found in the reading that is being read. */
export type ReadingFacts = Record<ReadingField, boolean> & { startText: string };

/** What the interval blocks of one entry say; the readings are counted, never kept. */
export class BlockFacts {
  /** Blocks in `atom:content`. Others only make the entry one of an IntervalBlock. */
  count = 0;
  hasStart = false;
  hasDuration = false;
  /** Blocks that begin with their own first reading. */
  beginWell = 0;
  readings = 0;
  /** Readings that have the element. */
  readonly having: Record<ReadingField, number> = { cost: 0, duration: 0, start: 0, value: 0, quality: 0 };
  /** Start times of the blocks, and of all their readings. */
  readonly blockStarts = new Starts();
  readonly readingStarts = new Starts();
  /** Some block holds one start twice. */
  repeatedInBlock = false;
  /** Some block begins with some reading of the entry. */
  beginsWithAny = false;

  #starts = new Starts();
  #start: number | undefined;
  #firstStart: number | undefined;
  #atFirst = true;

  begin(): void {
    this.count++;
    this.#starts = new Starts();
    this.#start = undefined;
    this.#firstStart = undefined;
    this.#atFirst = true;
  }

  intervalStart(text: string): void {
    this.hasStart = true;
    const time = timeOf(text);
    this.#start ??= time;
    this.blockStarts.add(time);
  }

  intervalDuration(): void {
    this.hasDuration = true;
  }

  reading(found: ReadingFacts): void {
    this.readings++;
    for (const field of READING_FIELDS) if (found[field]) this.having[field]++;
    if (found.start) this.readingStart(timeOf(found.startText));
    else this.readingWithoutStart();
  }

  readingWithoutStart(): void {
    this.#atFirst = false;
  }

  /** Only the time of a reading that was counted elsewhere. */
  readingStart(time: number): void {
    if (this.#atFirst) {
      this.#firstStart = time;
      this.#atFirst = false;
    }
    this.#starts.add(time);
  }

  end(): void {
    if (this.#start !== undefined && this.#start === this.#firstStart) this.beginWell++;
    this.repeatedInBlock ||= this.#starts.repeated;
    this.readingStarts.addAll(this.#starts);
  }

  /** All blocks of the entry were seen: a block may begin with a reading of another one. */
  finish(): void {
    for (const start of this.blockStarts) this.beginsWithAny ||= this.readingStarts.has(start);
  }
}

/** A start as a number: what is not a whole number gets one of its own, so that equal texts stay equal. */
function timeOf(text: string): number {
  if (/^-?\d{1,15}$/.test(text)) return Number(text);
  let low = 7;
  let high = 11;
  for (let i = 0; i < text.length; i++) {
    low = Math.imul(low ^ text.charCodeAt(i), 0x01000193);
    high = Math.imul(high ^ text.charCodeAt(i), 0x5bd1e995) ^ (low >>> 15);
  }
  // As many bits as a number has beside its half: two of a million hardly ever meet.
  return (high >>> 13) * 2 ** 32 + (low >>> 0) + 0.5;
}
