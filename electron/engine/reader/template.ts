import { LATEST_SECONDS, LONGEST_DURATION } from '#shared/espi/time-range.ts';
import { type Columns, NO_BUCKET, NO_QUALITY, writeInt64 } from './columns.ts';
import {
  type Element,
  type Name,
  type Names,
  type Scope,
  TAG_COST,
  TAG_CPP,
  TAG_DURATION,
  TAG_QUALITY,
  TAG_READING,
  TAG_READING_QUALITY,
  TAG_START,
  TAG_TIER,
  TAG_TIME_PERIOD,
  TAG_TOU,
  TAG_VALUE,
} from './names.ts';
import { isSpace } from './scanner.ts';
import type { ReadingStats } from './stats.ts';
import type { Window } from './window.ts';

/**
 * The fast path. The readings of a feed are written by a program, so the bytes between their numbers repeat: what the
 * exact path just read is learned as a {@link Template} (literal bytes and number fields in turn), and the readings
 * that follow are compared with it four bytes at a time. What differs in any byte, or in a number out of the plain
 * (at most 15 digits, within the range of its column), is not matched here and takes the exact path.
 *
 * A template holds in one namespace scope only, so a prefix can never mean something else.
 */

const FIELD_VALUE = 0;
const FIELD_COST = 1;
const FIELD_START = 2;
const FIELD_DURATION = 3;
const FIELD_QUALITY = 4;
const FIELD_TOU = 5;
const FIELD_TIER = 6;
const FIELD_CPP = 7;
/** Text of an element that no column is for. */
const FIELD_IGNORED = 8;

export interface Template {
  /** Length of each literal; one more than there are fields. */
  lengths: Int32Array;
  /** Their bytes as little-endian words, the last word of each overlapping the one before. */
  words: Int32Array;
  /** Index in `words` of each literal. */
  offsets: Int32Array;
  /** The literals' bytes, for a comparison that the end of the window cuts short. */
  literals: Uint8Array[];
  fields: Uint8Array;
  newlines: number;
  hits: number;
  hasTime: boolean;
  hasCost: boolean;
  hasQuality: boolean;
  hasTou: boolean;
  hasTier: boolean;
  hasCpp: boolean;
}

const MAX_TEMPLATES = 12;
/** Learning that never succeeds is given up. */
const MAX_TRIALS = 200;
/** The longest number with its sign, and a byte to stop at. */
const NUMBER_ROOM = 24;

const MISMATCH = -1;
const NEED_MORE = -2;

/** Templates of one namespace scope, the ones that match most often in front. */
export class Templates {
  readonly list: Template[] = [];
  #trials = 0;

  /** Learns from a reading that the exact path has just accepted, `bytes[start..end)`; `scope` says what its names mean. */
  learn(bytes: Buffer, start: number, end: number, scope: Pick<Scope, 'resolve'>, names: Names): void {
    if (this.list.length >= MAX_TEMPLATES || this.#trials++ > MAX_TRIALS) return;
    const template = learnTemplate(bytes, start, end, scope, names);
    if (template) this.list.unshift(template);
  }
}

/**
 * Reads as many readings as match, into columns, and moves the window behind them.
 * @returns true when the window ended where a template still might match.
 */
export function matchReadings(w: Window, templates: Template[], columns: Columns, stats: ReadingStats): boolean {
  const { bytes, end } = w;
  let p = w.pos;
  let lines = 0;
  let needMore = false;
  while (columns.count < columns.capacity) {
    let q = p;
    let c = q < end ? bytes[q] : 0;
    while (c === 32 || c === 10 || c === 13 || c === 9) {
      if (c === 10) lines++;
      c = ++q < end ? bytes[q] : 0;
    }
    p = q;
    let next = MISMATCH;
    for (let i = 0; i < templates.length; i++) {
      const template = templates[i];
      if (!template) break;
      next = matchOne(w, template, p, columns, stats);
      if (next === MISMATCH) continue;
      if (next > 0) {
        lines += template.newlines;
        template.hits++;
        if (i > 0) moveUp(templates, i);
      }
      break;
    }
    if (next < 0) {
      needMore = next === NEED_MORE;
      break;
    }
    p = next;
  }
  // Lines were counted on the way: all bytes up to here belong to the mark.
  if (w.lineMark < w.pos) w.lineAt(w.pos);
  w.line += lines;
  w.lineMark = p;
  if (lines > 0) w.lineStart = bytes.lastIndexOf(10, p - 1) + 1;
  w.pos = p;
  return needMore;
}

function matchOne(w: Window, t: Template, from: number, columns: Columns, stats: ReadingStats): number {
  const { bytes, view, end } = w;
  const { lengths, words, offsets, fields } = t;
  const row = columns.count;
  const last = fields.length;
  let q = from;
  let value = 0;
  let cost = 0;
  let start = 0;
  for (let s = 0; ; s++) {
    const length = lengths[s] ?? 0;
    if (q + length > end) return cutShort(w, t, s, q);
    const tail = q + length - 4;
    let word = offsets[s] ?? 0;
    for (; q < tail; q += 4) if (view.getInt32(q, true) !== words[word++]) return MISMATCH;
    if (view.getInt32(tail, true) !== words[word]) return MISMATCH;
    q = tail + 4;
    if (s === last) break;
    if (q + NUMBER_ROOM > end) return w.eof ? MISMATCH : NEED_MORE;
    const field = fields[s];
    if (field === FIELD_IGNORED) {
      let c = bytes[q] ?? 0;
      while (q < end && c !== 60) {
        if (!isIgnorable(c)) return MISMATCH;
        c = bytes[++q] ?? 0;
      }
      if (q >= end) return w.eof ? MISMATCH : NEED_MORE;
      continue;
    }
    let c = bytes[q] ?? 0;
    const negative = c === 45;
    if (negative) c = bytes[++q] ?? 0;
    const first = q;
    let n = 0;
    while (c >= 48 && c <= 57 && q - first < 16) {
      n = n * 10 + (c - 48);
      c = bytes[++q] ?? 0;
    }
    if (q === first || q - first > 15) return MISMATCH;
    if (negative) n = -n;
    switch (field) {
      case FIELD_VALUE:
        value = n;
        break;
      case FIELD_COST:
        cost = n;
        break;
      case FIELD_START:
        if (n > LATEST_SECONDS || n < -LATEST_SECONDS) return MISMATCH;
        start = n;
        break;
      case FIELD_DURATION:
        if (n > LONGEST_DURATION || n < 0) return MISMATCH;
        columns.duration[row] = n;
        break;
      case FIELD_QUALITY:
        if (n > 32767 || n < 0) return MISMATCH;
        columns.quality[row] = n;
        break;
      default:
        if (n > 32767 || n < -32767) return MISMATCH;
        if (field === FIELD_TOU) columns.tou[row] = n;
        else if (field === FIELD_TIER) columns.tier[row] = n;
        else columns.cpp[row] = n;
    }
  }
  columns.block[row] = stats.block;
  columns.ordinal[row] = stats.count(t.hasTime ? start : undefined);
  writeInt64(columns.valueHalves, row, value);
  columns.hasValue[row] = 1;
  stats.values.addWhole(value);
  if (t.hasTime) {
    columns.implicitTime[row] = 0;
    writeInt64(columns.startHalves, row, start);
    if (start < stats.firstStart) stats.firstStart = start;
    if (start > stats.lastStart) stats.lastStart = start;
  } else {
    columns.implicitTime[row] = 1;
    columns.duration[row] = 0;
    writeInt64(columns.startHalves, row, 0);
  }
  writeInt64(columns.costHalves, row, cost);
  if (t.hasCost) {
    columns.hasCost[row] = 1;
    stats.costs.addWhole(cost);
  } else columns.hasCost[row] = 0;
  if (!t.hasQuality) columns.quality[row] = NO_QUALITY;
  if (!t.hasTou) columns.tou[row] = NO_BUCKET;
  if (!t.hasTier) columns.tier[row] = NO_BUCKET;
  if (!t.hasCpp) columns.cpp[row] = NO_BUCKET;
  columns.count = row + 1;
  return q;
}

/** The window ends inside a literal: more is needed when all that is there matches. */
function cutShort(w: Window, t: Template, segment: number, from: number): number {
  const literal = t.literals[segment];
  if (!literal || w.eof) return MISMATCH;
  for (let i = 0; from + i < w.end; i++) if (w.bytes[from + i] !== literal[i]) return MISMATCH;
  return NEED_MORE;
}

/** The templates that match most often are tried first. */
function moveUp(templates: Template[], index: number): void {
  const before = templates[index - 1];
  const template = templates[index];
  if (!before || !template || before.hits >= template.hits) return;
  templates[index - 1] = template;
  templates[index] = before;
}

const FIELD_OF: Readonly<Record<string, number>> = {
  [`${TAG_READING}/${TAG_VALUE}`]: FIELD_VALUE,
  [`${TAG_READING}/${TAG_COST}`]: FIELD_COST,
  [`${TAG_READING}/${TAG_TOU}`]: FIELD_TOU,
  [`${TAG_READING}/${TAG_TIER}`]: FIELD_TIER,
  [`${TAG_READING}/${TAG_CPP}`]: FIELD_CPP,
  [`${TAG_TIME_PERIOD}/${TAG_START}`]: FIELD_START,
  [`${TAG_TIME_PERIOD}/${TAG_DURATION}`]: FIELD_DURATION,
  [`${TAG_READING_QUALITY}/${TAG_QUALITY}`]: FIELD_QUALITY,
};

interface Cut {
  field: number;
  from: number;
  to: number;
}

/** The template of one reading, or undefined when there is anything in it that only the exact path should judge. */
function learnTemplate(
  bytes: Buffer,
  start: number,
  end: number,
  scope: Pick<Scope, 'resolve'>,
  names: Names,
): Template | undefined {
  const cuts: Cut[] = [];
  const open: { name: Name; element: Element; contentStart: number; leaf: boolean }[] = [];
  let p = start;
  while (p < end) {
    if (bytes[p] !== 60) {
      if (!isSpace(bytes[p] ?? 0) && !leafText(open.at(-1), bytes, p)) return undefined;
      p++;
      continue;
    }
    const closing = bytes[p + 1] === 47;
    let q = p + (closing ? 2 : 1);
    const nameStart = q;
    while (q < end && bytes[q] !== 62) {
      // Attributes, self-closing tags, comments and the like are not for here.
      if (isSpace(bytes[q] ?? 0) || bytes[q] === 47 || bytes[q] === 33 || bytes[q] === 63) return undefined;
      q++;
    }
    const name = names.intern(bytes, nameStart, q);
    if (closing) {
      const top = open.pop();
      if (top?.name !== name) return undefined;
      if (top.leaf) {
        const cut = leafCut(top.element, open.at(-1)?.element, bytes, top.contentStart, p);
        if (!cut) return undefined;
        cuts.push(cut);
      }
    } else {
      const parent = open.at(-1);
      if (parent) parent.leaf = false;
      open.push({ name, element: scope.resolve(name), contentStart: q + 1, leaf: true });
    }
    p = q + 1;
    if (open.length === 0) break;
  }
  if (p !== end || open.length > 0) return undefined;
  return build(bytes, start, end, cuts);
}

function leafText(top: { leaf: boolean } | undefined, bytes: Uint8Array, at: number): boolean {
  return top?.leaf === true && isIgnorable(bytes[at] ?? 0);
}

/** Text that may be passed over: not "&", which begins a reference, and no newline, which would have to be counted. */
function isIgnorable(c: number): boolean {
  return c !== 38 && c !== 10;
}

function leafCut(
  element: Element,
  parent: Element | undefined,
  bytes: Buffer,
  from: number,
  to: number,
): Cut | undefined {
  const field = parent ? FIELD_OF[`${parent.tag}/${element.tag}`] : undefined;
  if (field === undefined) {
    // A known element in an odd place is for the exact path; an unknown one below a reading carries no column.
    return element.tag === 0 && parent ? { field: FIELD_IGNORED, from, to } : undefined;
  }
  if (!/^\s*-?\d{1,15}\s*$/.test(bytes.toString('latin1', from, to))) return undefined;
  let first = from;
  let last = to;
  while (isSpace(bytes[first] ?? 0)) first++;
  while (isSpace(bytes[last - 1] ?? 0)) last--;
  return { field, from: first, to: last };
}

function build(bytes: Buffer, start: number, end: number, cuts: Cut[]): Template | undefined {
  const has = (field: number): boolean => cuts.some((cut) => cut.field === field);
  const fields = cuts.map((cut) => cut.field);
  const known = fields.filter((field) => field !== FIELD_IGNORED);
  // Twice the same field, or half a time, or no value: the exact path reports it.
  if (new Set(known).size !== known.length) return undefined;
  if (has(FIELD_START) !== has(FIELD_DURATION) || !has(FIELD_VALUE)) return undefined;
  const edges = [start, ...cuts.flatMap((cut) => [cut.from, cut.to]), end];
  const literals: Uint8Array[] = [];
  for (let i = 0; i < edges.length; i += 2) {
    literals.push(Uint8Array.prototype.slice.call(bytes, edges[i], edges[i + 1]));
  }
  if (literals.some((literal) => literal.length < 4)) return undefined;
  const words: number[] = [];
  const offsets: number[] = [];
  for (const literal of literals) {
    offsets.push(words.length);
    const view = new DataView(literal.buffer, literal.byteOffset, literal.length);
    for (let i = 0; i < literal.length - 4; i += 4) words.push(view.getInt32(i, true));
    words.push(view.getInt32(literal.length - 4, true));
  }
  return {
    lengths: Int32Array.from(literals, (literal) => literal.length),
    words: Int32Array.from(words),
    offsets: Int32Array.from(offsets),
    literals,
    fields: Uint8Array.from(fields),
    newlines: literals.reduce((sum, literal) => sum + literal.reduce((n, byte) => n + (byte === 10 ? 1 : 0), 0), 0),
    hits: 0,
    hasTime: has(FIELD_START),
    hasCost: has(FIELD_COST),
    hasQuality: has(FIELD_QUALITY),
    hasTou: has(FIELD_TOU),
    hasTier: has(FIELD_TIER),
    hasCpp: has(FIELD_CPP),
  };
}
