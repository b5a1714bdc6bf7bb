import type { Columns } from '../engine/reader/columns.ts';
import type { Element } from '../engine/reader/names.ts';
import { trimXml } from '../engine/reader/text.ts';
import { type BlockFacts, READING_FIELDS, type ReadingFacts, type ReadingField } from './block-facts.ts';
import { ESPI } from './kinds.ts';

/** Contexts of open elements within an IntervalBlock. */
const IN_BLOCK = 10;
const IN_INTERVAL = 11;
const IN_READING = 12;
const IN_TIME = 13;
const IN_QUALITY = 14;
/** The start of the block, or of a reading: its text is wanted. */
const IN_BLOCK_START = 15;
const IN_READING_START = 16;
const IN_OTHER = 17;

const TWO_32 = 4294967296;

/** An IntervalBlock, element by element: which of them stand where the expressions of the book look for them. */
export class BlockWalk {
  #facts: BlockFacts | undefined;
  #text = '';
  /** All elements of the reading are of the namespace of ESPI. */
  #strict = true;
  #reading: ReadingFacts = emptyReading();

  /** A block of `facts` begins; returns its context. */
  begin(facts: BlockFacts): number {
    this.#facts = facts;
    facts.begin();
    return IN_BLOCK;
  }

  /** An element begins inside context `parent`; returns its own context. */
  open(parent: number, element: Element): number {
    if (element.uri !== ESPI) {
      this.#strict = false;
      return IN_OTHER;
    }
    switch (parent) {
      case IN_BLOCK:
        if (element.local === 'interval') return IN_INTERVAL;
        if (element.local !== 'IntervalReading') return IN_OTHER;
        this.#reading = emptyReading();
        this.#strict = true;
        return IN_READING;
      case IN_INTERVAL:
        if (element.local === 'duration') this.#facts?.intervalDuration();
        if (element.local !== 'start') return IN_OTHER;
        this.#text = '';
        return IN_BLOCK_START;
      case IN_READING:
        if (element.local === 'timePeriod') return IN_TIME;
        if (element.local === 'ReadingQuality') return IN_QUALITY;
        if (element.local === 'value' || element.local === 'cost') this.#reading[element.local] = true;
        return IN_OTHER;
      case IN_TIME:
        if (element.local === 'duration') this.#reading.duration = true;
        if (element.local !== 'start') return IN_OTHER;
        this.#text = '';
        return IN_READING_START;
      case IN_QUALITY:
        if (element.local === 'quality') this.#reading.quality = true;
        return IN_OTHER;
      default:
        return IN_OTHER;
    }
  }

  beginsReading(context: number): boolean {
    return context === IN_READING;
  }

  text(context: number, text: string): void {
    if (context === IN_BLOCK_START || context === IN_READING_START) this.#text += text;
  }

  /** An element of that context ends: what, and whether its reading may be learned from. */
  close(context: number): { ended: 'reading' | 'interval' | 'block' | undefined; strict: boolean } {
    if (context === IN_BLOCK_START) this.#facts?.intervalStart(trimXml(this.#text));
    else if (context === IN_READING_START && !this.#reading.start) {
      this.#reading.start = true;
      this.#reading.startText = trimXml(this.#text);
    } else if (context === IN_READING) {
      this.#facts?.reading(this.#reading);
      return { ended: 'reading', strict: this.#strict };
    } else if (context === IN_INTERVAL) return { ended: 'interval', strict: false };
    else if (context === IN_BLOCK) {
      this.#facts?.end();
      return { ended: 'block', strict: false };
    }
    return NOTHING;
  }

  /** Readings that repeat the bytes of one before: all have a value. */
  rows(columns: Columns): void {
    const facts = this.#facts;
    if (!facts) return;
    const { count, implicitTime, hasCost, quality, startHalves } = columns;
    const { having } = facts;
    facts.readings += count;
    having.value += count;
    for (let row = 0; row < count; row++) {
      if (hasCost[row] === 1) having.cost++;
      if ((quality[row] ?? -1) >= 0) having.quality++;
      if (implicitTime[row] === 1) {
        facts.readingWithoutStart();
        continue;
      }
      having.start++;
      having.duration++;
      facts.readingStart((startHalves[row * 2 + 1] ?? 0) * TWO_32 + ((startHalves[row * 2] ?? 0) >>> 0));
    }
  }
}

const NOTHING = { ended: undefined, strict: false };

function emptyReading(): ReadingFacts {
  const none = Object.fromEntries(READING_FIELDS.map((field) => [field, false])) as Record<ReadingField, boolean>;
  return { ...none, startText: '' };
}
