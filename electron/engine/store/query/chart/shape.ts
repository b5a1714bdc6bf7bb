/** Which chart fits a result, by the types and names of its columns. Pure. */
import type { ChartKind, ChartWish, ColumnRole } from '#shared/contract/query-chart.ts';

export interface ResultColumn {
  name: string;
  /** DuckDB's name of it. */
  type: string;
}

export interface RoledColumn extends ResultColumn {
  role: ColumnRole;
}

/** What is drawn of a result. */
export interface ChartChoice {
  kind: ChartKind;
  x: RoledColumn;
  /** At least one. */
  y: [RoledColumn, ...RoledColumn[]];
  colour: RoledColumn | undefined;
  /** Tells lines apart together with the colour, where the rows are of several meters: two meters have series of the same name. */
  meter?: RoledColumn | undefined;
}

const NUMBER = /^(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL.*|BIGNUM)$/;
const WHOLE = /INT(EGER)?$/;
const TIME = /^(DATE|TIMESTAMP.*)$/;
const TEXT = /^(VARCHAR|BOOLEAN|ENUM.*|UUID|TIME|TIME WITH TIME ZONE)$/;
const PART =
  /^(hour|minute|weekday|isodow|dayofweek|day_of_week|day|day_of_month|dayofyear|month|week|quarter|year)(_of_day)?$/i;
/** Numbers that name or place a row rather than measure something. */
const NO_MEASURE = /(^|_)(id|epoch|code|line|col|seq|number|raw)$|^raw_|_offset_seconds$|^duration_seconds$/i;
/** In no unit of the result: shares, lengths, sizes, numbers as they were sent. */
const NO_UNIT = /(^|_)(share|percent|coverage|times|days|hours|minutes|seconds|ms|bytes)$|^raw_/i;
/** Of the other whole numbers, those that are values. What else is whole was counted: the views have their values as doubles. */
const VALUE = /^(value|total|cost|amount|additional)/i;
const METER = /^(usage_point|meter|meter_number)$/i;
/** Lines and bars that are drawn where nobody chose. */
const MOST_Y = 4;

/** The columns with what each can be drawn as. */
export function roled(columns: readonly ResultColumn[]): RoledColumn[] {
  return columns.map((column) => ({ ...column, role: roleOf(column) }));
}

function roleOf({ name, type }: ResultColumn): ColumnRole {
  if (TIME.test(type)) return 'time';
  if (NUMBER.test(type)) return PART.test(name) && WHOLE.test(type) ? 'part' : 'number';
  return TEXT.test(type) ? 'text' : 'other';
}

/** What is drawn: what was wished for as far as it fits, the rest by the shape; undefined where nothing can be drawn. */
export function chartOf(columns: readonly RoledColumn[], wish: ChartWish): ChartChoice | undefined {
  const kind = wish.kind ?? kindFor(columns);
  const choice = kind === undefined ? undefined : usual(columns, kind);
  if (choice === undefined) return wish.kind === undefined ? undefined : chartOf(columns, { ...wish, kind: undefined });
  const named = (name: string | undefined, may: (column: RoledColumn) => boolean) =>
    columns.find((column) => column.name === name && may(column));
  const x = named(wish.x, mayBeX(choice.kind)) ?? choice.x;
  const [first, ...others] = (wish.y ?? []).flatMap((name) => named(name, mayBeY(choice.kind)) ?? []);
  const y: ChartChoice['y'] = first ? [first, ...others] : otherThan(x, choice, columns);
  const colour = named(wish.colour, mayBeColour(choice.kind)) ?? (wish.colour === '' ? undefined : choice.colour);
  if (choice.kind === 'heat') return colour ? { kind: 'heat', x, y: [y[0]], colour } : undefined;
  const told = colour !== undefined && colour.name !== x.name ? colour : undefined;
  const meter =
    choice.kind === 'line' && told && isSeries(told) ? columns.find(({ name }) => METER.test(name)) : undefined;
  // One colour tells series apart, or columns.
  return { kind: choice.kind, x, y: told || choice.kind === 'scatter' ? [y[0]] : y, colour: told, meter };
}

const isOrdered = ({ role }: RoledColumn) => role === 'time' || role === 'part' || role === 'number';
const isNumber = ({ role }: RoledColumn) => role === 'number' || role === 'part';
const isDrawable = ({ role }: RoledColumn) => role !== 'other';
const isSeries = ({ name }: RoledColumn) => /^series$/i.test(name);

/** What may stand along x. */
const mayBeX = (kind: ChartKind) => (kind === 'line' || kind === 'scatter' ? isOrdered : isDrawable);
/** What may be the height; a text is read as a number where it is one. */
const mayBeY = (kind: ChartKind) =>
  kind === 'heat' ? isDrawable : (column: RoledColumn) => isNumber(column) || column.role === 'text';
const mayBeColour = (kind: ChartKind) => (kind === 'heat' ? isNumber : isDrawable);

function kindFor(columns: readonly RoledColumn[]): ChartKind | undefined {
  const has = (role: ColumnRole) => columns.filter((column) => column.role === role).length;
  const measures = measuresOf(columns).length;
  if (measures > 0 && has('part') + Math.min(1, has('time')) >= 2) return 'heat';
  if (measures > 0 && has('time') > 0) return 'line';
  if (measures > 0 && has('part') > 0) return 'bar';
  if (measures > 0 && columns.some(({ role, name }) => role === 'text' && !isUnit(name))) return 'bar';
  return has('number') + has('part') > 1 ? 'scatter' : undefined;
}

/** The usual columns of a kind; undefined where the result has none for it. */
function usual(columns: readonly RoledColumn[], kind: ChartKind): ChartChoice | undefined {
  const of = (...roles: ColumnRole[]) => roles.flatMap((role) => columns.filter((column) => column.role === role));
  const measures = measuresOf(columns);
  const numbers = of('number', 'part');
  const texts = of('text').filter(({ name }) => !isUnit(name) && !/(^|_)id$/i.test(name));
  const pick = (x: RoledColumn | undefined, y: readonly RoledColumn[], colour?: RoledColumn) => {
    const all = y.filter(({ name }) => name !== x?.name);
    // Counts and shares do not go beside what the result gives a unit.
    const inUnits = all.filter((column) => unitColumn(columns, column));
    const [first, ...others] = (inUnits.length > 0 ? inUnits : all).slice(0, MOST_Y);
    return x && first ? ({ kind, x, y: [first, ...others], colour } satisfies ChartChoice) : undefined;
  };
  switch (kind) {
    case 'line':
      return pick(of('time', 'part', 'number')[0], measures, texts.find(isSeries) ?? texts[0]);
    case 'bar': {
      const x = of('part')[0] ?? texts[0] ?? of('time')[0] ?? (measures.length > 1 ? measures[0] : undefined);
      return pick(
        x,
        measures,
        texts.find((column) => column !== x && x?.role === 'part'),
      );
    }
    case 'scatter': {
      const both = measures.length > 1 ? measures : numbers;
      return pick(both[0] ?? of('time')[0], both.length > 1 ? both.slice(1, 2) : both, texts[0]);
    }
    case 'heat': {
      const value = measures[0];
      const [x, y] = [...of('time', 'part'), ...texts, ...numbers].filter((column) => column !== value);
      return value && x && y ? { kind, x, y: [y], colour: value } : undefined;
    }
  }
}

/** Numbers that measure something: `value` alone where there is one. */
function measuresOf(columns: readonly RoledColumn[]): RoledColumn[] {
  const numbers = columns.filter(({ role, name }) => role === 'number' && !NO_MEASURE.test(name));
  const value = numbers.find(({ name }) => name.toLowerCase() === 'value');
  if (value) return [value];
  return numbers.length > 0 ? numbers : columns.filter(({ role }) => role === 'number');
}

function otherThan(x: RoledColumn, { y, x: before }: ChartChoice, columns: readonly RoledColumn[]): ChartChoice['y'] {
  const [first, ...others] = y.filter(({ name }) => name !== x.name);
  if (first) return [first, ...others];
  return [columns.find((column) => isNumber(column) && column.name !== x.name) ?? before];
}

const isUnit = (name: string) => /(^|_)(unit|currency)$/i.test(name);

/**
 * The column that says the unit of another: `consumption_unit` of `consumption`, `unit`, or the currency of an amount. Undefined for
 * what has none, such as a count.
 */
export function unitColumn(columns: readonly RoledColumn[], { name, type }: RoledColumn): RoledColumn | undefined {
  const of = (called: string) => columns.find((column) => column.role === 'text' && column.name === called);
  const own = of(`${name}_unit`);
  if (own || NO_UNIT.test(name) || (WHOLE.test(type) && !VALUE.test(name))) return own;
  if (/^(cost|amount|additional)/i.test(name)) return of('currency') ?? of('unit');
  // A total of bills is money, one of readings is not.
  return of('unit') ?? (/^total/i.test(name) ? of('currency') : undefined);
}
