/** The chart of the whole result of a query: what may be chosen, and what is drawn. */
import { z } from 'zod';

export const chartKind = z.enum(['line', 'bar', 'scatter', 'heat']);
export type ChartKind = z.infer<typeof chartKind>;

/** What is to be drawn: what is left out, or does not fit the result, is chosen by its shape. Columns by their names. */
export const chartWish = z.object({
  kind: chartKind.optional(),
  x: z.string().max(300).optional(),
  /** Lines or bars of these; the first is the height of a point, or the other side of a heat map. */
  y: z.array(z.string().max(300)).max(8).optional(),
  /** Tells lines, bars and points apart by colour; of a heat map, the value. Empty: nothing does. */
  colour: z.string().max(300).optional(),
});
export type ChartWish = z.infer<typeof chartWish>;

/** What a column can be drawn as. `part`: a whole number of a calendar, such as hour or weekday. */
const columnRole = z.enum(['time', 'part', 'number', 'text', 'other']);
export type ColumnRole = z.infer<typeof columnRole>;

/** One side of cells: equal steps of a number or a time (seconds as of UTC, as the result has it), or names. */
const side = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['number', 'time']), from: z.number(), to: z.number(), count: z.number() }),
  z.object({ kind: z.literal('names'), names: z.array(z.string()) }),
]);
export type ChartSide = z.infer<typeof side>;

const points = z.array(
  z.object({
    name: z.string(),
    /** Ascending in a line. Times in seconds, as of UTC. */
    x: z.array(z.number()),
    /** NULL ends a line, the next value begins another. */
    y: z.array(z.number().nullable()),
  }),
);
export type ChartPoints = z.infer<typeof points>[number];

const picture = z.discriminatedUnion('kind', [
  /** `every`: each row. Else each of `columns` keeps first, last, lowest and highest. `joined`: some line has several values at one x. */
  z.object({
    kind: z.literal('line'),
    series: points,
    every: z.boolean(),
    columns: z.number(),
    joined: z.boolean(),
  }),
  z.object({ kind: z.literal('scatter'), series: points }),
  z.object({
    kind: z.literal('bar'),
    labels: z.array(z.string()),
    series: z.array(z.object({ name: z.string(), values: z.array(z.number().nullable()) })),
    /** Bars that are not drawn: the lower ones. */
    more: z.number(),
    /** Some bar is the sum of several rows. */
    summed: z.boolean(),
  }),
  /** `values` by `x * (cells of y) + y`: means, or how many rows. */
  z.object({
    kind: z.literal('cells'),
    x: side,
    y: side,
    values: z.array(z.number().nullable()),
    of: z.enum(['mean', 'rows']),
    /** Some cell stands for several rows. */
    joined: z.boolean(),
    /** Names that are not drawn: those with fewer rows. */
    more: z.number(),
  }),
]);
export type ChartPicture = z.infer<typeof picture>;

export const queryChart = z.object({
  columns: z.array(z.object({ name: z.string(), type: z.string(), role: columnRole })),
  /** Rows of the whole result. */
  rows: z.number(),
  /** Undefined where nothing in the result can be drawn. */
  chart: z
    .object({
      kind: chartKind,
      x: z.string(),
      y: z.array(z.string()),
      colour: z.string(),
      /** Of the values, where the result says it and it is one. */
      unit: z.string().optional(),
      /** The result has values in several units. */
      units: z.boolean(),
      isTime: z.boolean(),
      /** Rows without a place on x, and values that are NULL or no number. */
      leftOut: z.object({ x: z.number(), y: z.number() }),
      /** Lines or colours that are not drawn: those with fewer rows. */
      moreSeries: z.number(),
      picture,
    })
    .optional(),
  /** Milliseconds. */
  took: z.number(),
});
export type QueryChart = z.infer<typeof queryChart>;
