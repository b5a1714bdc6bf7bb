import { decisiveQuality, OTHER_QUALITY, qualityNamed } from '#shared/espi/quality.ts';
import { isInMilliseconds, LONGEST_DURATION, MINUTE_IN_MILLISECONDS, unitOfEpoch } from '#shared/espi/time-range.ts';
import { parseDate } from '#shared/time/date-text.ts';
import { type Columns, NO_BUCKET, NO_QUALITY, writeInt64 } from './columns.ts';
import {
  type Element,
  TAG_COST,
  TAG_CPP,
  TAG_DURATION,
  TAG_INTERVAL,
  TAG_QUALITY,
  TAG_READING,
  TAG_READING_QUALITY,
  TAG_START,
  TAG_TIER,
  TAG_TIME_PERIOD,
  TAG_TOU,
  TAG_VALUE,
} from './names.ts';
import { type Decimal, parseDecimal, truncated } from './numbers.ts';
import type { ReadingStats } from './stats.ts';

/** Contexts: what kind of element of an IntervalBlock is open. */
export const IN_BLOCK = 20;
const IN_INTERVAL = 21;
export const IN_READING = 22;
const IN_TIME = 23;
const IN_QUALITY = 24;
const IN_LEAF = 25;
const IN_UNKNOWN = 26;

/** How a reading is reported: code, message, and a key when once per document is enough. */
export type ReportReading = (code: string, severity: 'warning' | 'info', message: string, once?: string) => void;

type Times = 'blockStart' | 'blockDuration' | 'start' | 'duration';
type Numbers = 'value' | 'cost';
type Codes = 'quality' | 'tou' | 'tier' | 'cpp';
type Field = Times | Numbers | Codes;

const READING_FIELDS: Readonly<Record<number, Field>> = {
  [TAG_VALUE]: 'value',
  [TAG_COST]: 'cost',
  [TAG_TOU]: 'tou',
  [TAG_TIER]: 'tier',
  [TAG_CPP]: 'cpp',
};

/** A reading whose start was taken for milliseconds, and what was known before it. */
interface DoubtfulReading {
  rawStart: number;
  /** In the columns. */
  row: number;
  /** In the block. */
  place: number;
  firstStart: number;
  lastStart: number;
}

/** The exact path through an IntervalBlock: token by token, whatever stands between them. */
export class BlockReader {
  intervalStart: number | undefined;
  intervalDuration: number | undefined;

  readonly #columns: Columns;
  readonly #stats: ReadingStats;
  readonly #report: ReportReading;
  #field: Field | undefined;
  #text = '';
  #inReading = false;
  #start: number | undefined;
  #duration: number | undefined;
  /** The start that was read last was in milliseconds; then its duration may be too. */
  #milliseconds = false;
  #rawStart = 0;
  /** The reading before, if its start was taken for milliseconds: the next one may show that it was not. */
  #before: DoubtfulReading | undefined;
  /** Starts of that size are seconds of a year that no meter sees. */
  #farAway = false;
  #value: Decimal | undefined;
  #cost: Decimal | undefined;
  #quality = NO_QUALITY;
  #tou = NO_BUCKET;
  #tier = NO_BUCKET;
  #cpp = NO_BUCKET;
  /** Fields of the open reading, and of the block's own interval, that were read already. */
  readonly #seen = new Set<Field>();
  readonly #seenInBlock = new Set<Field>();

  constructor(columns: Columns, stats: ReadingStats, report: ReportReading) {
    this.#columns = columns;
    this.#stats = stats;
    this.#report = report;
  }

  begin(): void {
    this.intervalStart = undefined;
    this.intervalDuration = undefined;
    this.#inReading = false;
    this.#milliseconds = false;
    this.#before = undefined;
    this.#seen.clear();
    this.#seenInBlock.clear();
    this.#stats.beginBlock();
  }

  /** An element begins inside context `parent`; returns its own context. */
  open(parent: number, element: Element): number {
    const { tag } = element;
    if (parent === IN_LEAF) {
      this.#unknown(element);
      return IN_UNKNOWN;
    }
    if (tag === TAG_READING && !this.#inReading) {
      this.#beginReading();
      return IN_READING;
    }
    let field: Field | undefined;
    if (parent === IN_BLOCK && tag === TAG_INTERVAL) return IN_INTERVAL;
    if (parent === IN_INTERVAL) {
      if (tag === TAG_START) field = 'blockStart';
      else if (tag === TAG_DURATION) field = 'blockDuration';
    } else if (parent === IN_TIME) {
      if (tag === TAG_START) field = 'start';
      else if (tag === TAG_DURATION) field = 'duration';
    } else if (parent === IN_QUALITY) {
      if (tag === TAG_QUALITY) field = 'quality';
    } else if (parent === IN_READING) {
      if (tag === TAG_TIME_PERIOD) return IN_TIME;
      if (tag === TAG_READING_QUALITY) {
        if (element.local !== 'ReadingQuality') this.#misspelled(element, 'ReadingQuality');
        this.#begin('quality');
        return IN_QUALITY;
      }
      field = READING_FIELDS[tag];
    }
    if (!field) {
      this.#unknown(element);
      return IN_UNKNOWN;
    }
    this.#begin(field);
    return IN_LEAF;
  }

  text(context: number, piece: string): void {
    if (context === IN_LEAF || context === IN_QUALITY) this.#text += piece;
    else if ((context === IN_BLOCK || context === IN_READING || context === IN_TIME) && piece.trim() !== '') {
      this.#report(
        'unexpected_text',
        'info',
        'There is text between the elements of an IntervalBlock.',
        'text-in-block',
      );
    }
  }

  /** An element of that context ends. */
  close(context: number): void {
    if (context === IN_LEAF) this.#take();
    else if (context === IN_QUALITY && this.#text.trim() !== '') {
      // Some write the code straight into ReadingQuality.
      this.#field = 'quality';
      this.#take();
    } else if (context === IN_READING) this.#endReading();
    else if (context === IN_TIME) this.#endTime();
    else if (context === IN_INTERVAL) this.intervalDuration = this.#seconds(this.intervalDuration);
  }

  #begin(field: Field): void {
    this.#field = field;
    this.#text = '';
  }

  #beginReading(): void {
    this.#inReading = true;
    this.#start = undefined;
    this.#milliseconds = false;
    this.#duration = undefined;
    this.#value = undefined;
    this.#cost = undefined;
    this.#quality = NO_QUALITY;
    this.#tou = NO_BUCKET;
    this.#tier = NO_BUCKET;
    this.#cpp = NO_BUCKET;
    this.#text = '';
    this.#seen.clear();
  }

  #take(): void {
    const field = this.#field;
    const text = this.#text.trim();
    this.#field = undefined;
    this.#text = '';
    if (!field) return;
    if (text === '') {
      this.#report(
        'empty_number',
        'warning',
        `An element of a reading or block (${field}) is empty.`,
        `empty-${field}`,
      );
      return;
    }
    const ofBlock = field === 'blockStart' || field === 'blockDuration';
    const seen = ofBlock ? this.#seenInBlock : this.#seen;
    if (field !== 'quality' && seen.has(field)) {
      const place = ofBlock ? 'the interval of a block' : 'one reading';
      this.#report(
        'repeated_element',
        'warning',
        `An element (${field}) appears twice in ${place}; the first is used.`,
      );
      return;
    }
    const number = parseDecimal(text) ?? this.#date(field, text) ?? this.#word(field, text);
    if (!number) {
      const shown = text.length > 40 ? `${text.slice(0, 40)}...` : text;
      this.#report('unparsable_number', 'warning', `"${shown}" (${field}) cannot be read as a number.`);
      if (field === 'quality') this.#unreadableQuality();
      return;
    }
    seen.add(field);
    this.#assign(field, number);
  }

  /** A start that is written as a date, in epoch seconds. */
  #date(field: Field, text: string): Decimal | undefined {
    const time = field === 'start' || field === 'blockStart' ? parseDate(text) : undefined;
    if (time === undefined) return undefined;
    const message =
      'Times are written as dates where the schema requires epoch seconds; those without a zone are taken as UTC.';
    this.#report('time_as_date', 'warning', message, 'date-time');
    return { digits: BigInt(Math.floor(time / 1000)), scale: 0 };
  }

  /** A quality that is written as a word, as its code. */
  #word(field: Field, text: string): Decimal | undefined {
    const code = field === 'quality' ? qualityNamed(text) : undefined;
    if (code === undefined) return undefined;
    const message = 'Qualities of readings are written as words where the schema requires codes.';
    this.#report('quality_as_word', 'info', message, 'quality-word');
    return { digits: BigInt(code), scale: 0 };
  }

  #assign(field: Field, number: Decimal): void {
    switch (field) {
      case 'value':
      case 'cost':
        if (number.scale !== 0) {
          const message = `A ${field} has decimals where the schema requires whole numbers; they are kept.`;
          this.#report('decimal_number', 'info', message, `decimal-${field}`);
        }
        if (field === 'value') this.#value = number;
        else this.#cost = number;
        break;
      case 'start':
        this.#start = this.#epoch(number);
        break;
      case 'blockStart':
        this.intervalStart = this.#epoch(number);
        break;
      case 'duration':
        this.#duration = Number(truncated(number));
        break;
      case 'blockDuration':
        this.intervalDuration = Number(truncated(number));
        break;
      default:
        this.#code(field, Number(truncated(number)));
    }
  }

  #code(field: Codes, code: number): void {
    const least = field === 'quality' ? 0 : -32767;
    if (code < least || code > 32767) {
      this.#report('number_out_of_range', 'warning', `${code} is out of the range of ${field}; it is left out.`);
      if (field === 'quality') this.#unreadableQuality();
    } else if (field === 'quality') this.#quality = decisiveQuality(this.#quality, code);
    else if (field === 'tou') this.#tou = code;
    else if (field === 'tier') this.#tier = code;
    else this.#cpp = code;
  }

  /** What is said of the reading is not known; that nothing is said would make it valid. */
  #unreadableQuality(): void {
    this.#quality = decisiveQuality(this.#quality, OTHER_QUALITY);
  }

  /** Epoch seconds: decimals cut, milliseconds recognised. */
  #epoch(number: Decimal): number | undefined {
    const raw = Number(truncated(number));
    const unit = unitOfEpoch(raw);
    this.#rawStart = raw;
    this.#milliseconds = unit === 'milliseconds' && !this.#farAway;
    if (this.#milliseconds) {
      const message = 'Times are in milliseconds where the schema requires seconds; they were divided by 1000.';
      this.#report('time_in_milliseconds', 'warning', message, 'milliseconds');
      return Math.trunc(raw / 1000);
    }
    if (unit !== 'seconds') {
      this.#reportNoTime(raw);
      return undefined;
    }
    if (number.scale !== 0) {
      const message = 'Times have decimals where the schema requires whole seconds; the decimals were dropped.';
      this.#report('time_with_decimals', 'info', message, 'decimal-time');
    }
    return raw;
  }

  #reportNoTime(raw: number): void {
    this.#report('number_out_of_range', 'warning', `${raw} cannot be a valid time.`);
  }

  #endTime(): void {
    if (this.#milliseconds) this.#doubtMilliseconds();
    this.#duration = this.#seconds(this.#duration);
  }

  /**
   * Readings that follow each other by just their duration, both below a minute in milliseconds, are in seconds: of a
   * year so far away that the number has the size of milliseconds.
   */
  #doubtMilliseconds(): void {
    const duration = this.#duration ?? 0;
    const before = this.#before;
    if (!before || duration <= 0 || duration >= MINUTE_IN_MILLISECONDS) return;
    if (Math.abs(this.#rawStart - before.rawStart) !== duration) return;
    this.#farAway = true;
    this.#milliseconds = false;
    this.#start = undefined;
    this.intervalStart = undefined;
    this.#reportNoTime(before.rawStart);
    this.#reportNoTime(this.#rawStart);
    // Unless its batch was handed on already.
    if (this.#columns.count === before.row + 1) {
      this.#columns.implicitTime[before.row] = 1;
      // Its time follows from its place now.
      this.#columns.ordinal[before.row] = before.place;
    }
    this.#stats.firstStart = before.firstStart;
    this.#stats.lastStart = before.lastStart;
  }

  /** A duration in seconds, once the start beside it is known: the schema puts the duration first. */
  #seconds(raw: number | undefined): number | undefined {
    if (raw === undefined) return undefined;
    const seconds = this.#milliseconds && isInMilliseconds(raw) ? Math.trunc(raw / 1000) : raw;
    if (seconds < 0 || seconds > LONGEST_DURATION) {
      this.#report('number_out_of_range', 'warning', `${seconds} seconds cannot be a valid duration.`);
      return undefined;
    }
    return seconds;
  }

  #endReading(): void {
    this.#inReading = false;
    const columns = this.#columns;
    const stats = this.#stats;
    const row = columns.count++;
    columns.block[row] = stats.block;
    const place = stats.ordinal;
    columns.ordinal[row] = stats.count(this.#start);
    columns.implicitTime[row] = this.#start === undefined ? 1 : 0;
    columns.duration[row] = this.#duration ?? 0;
    writeInt64(columns.startHalves, row, this.#start ?? 0);
    if (this.#start === undefined) {
      const message = 'Readings have no start: their time follows from their place in the block and the ReadingType.';
      this.#report('reading_without_time', 'info', message, 'no-time');
    } else {
      if (this.#milliseconds) {
        const { firstStart, lastStart } = stats;
        this.#before = { rawStart: this.#rawStart, row, place, firstStart, lastStart };
      }
      if (this.#start < stats.firstStart) stats.firstStart = this.#start;
      if (this.#start > stats.lastStart) stats.lastStart = this.#start;
      if (this.#duration === undefined) {
        this.#report('reading_without_duration', 'warning', 'Readings have no duration; 0 is kept.', 'no-duration');
      }
    }
    const value = this.#value;
    columns.hasValue[row] = value ? 1 : 0;
    columns.value[row] = value?.digits ?? 0n;
    if (value) stats.values.add(value);
    else this.#report('reading_without_value', 'warning', 'A reading has no readable value.');
    const cost = this.#cost;
    columns.hasCost[row] = cost ? 1 : 0;
    columns.cost[row] = cost?.digits ?? 0n;
    if (cost) stats.costs.add(cost);
    if (value?.scale || cost?.scale) {
      columns.scaled = true;
      columns.valueScale[row] = value?.scale ?? 0;
      columns.costScale[row] = cost?.scale ?? 0;
    }
    columns.quality[row] = this.#quality;
    columns.tou[row] = this.#tou;
    columns.tier[row] = this.#tier;
    columns.cpp[row] = this.#cpp;
  }

  #misspelled({ local }: Element, name: string): void {
    const message = `An IntervalBlock holds <${local}>, which is read as <${name}> of the schema.`;
    this.#report('unknown_element', 'info', message, `unknown-${local}`);
  }

  #unknown(element: Element): void {
    const message = `An IntervalBlock holds <${element.local}> which the schema does not allow there; it is kept in the raw text only.`;
    this.#report('unknown_element', 'info', message, `unknown-${element.local}`);
  }
}
