/** A scenario file: one submission as a plain file, with its steps, waits and expectations (docs/scenario-files.md). */
import { z } from 'zod';

/** The version that this program writes and reads. */
export const SCENARIO_FILE_VERSION = 1;
/** Longest text of a file, characters. */
export const SCENARIO_FILE_CHARS = 200_000;

/** The expectations of the catalogue by name, those of a meter without its uid. */
export const BUILT_IN_EXPECTATIONS = [
  'authorization.created',
  'authorization.outcome',
  'authorization.events',
  'authorization.notes',
  'meters.count',
  'meter.collection',
  'meter.outcome',
  'meter.events',
  'meter.data-events',
  'meter.bills',
  'meter.intervals',
  'meter.notes',
  'events.forbidden',
  'events.others',
] as const;
export type BuiltInExpectation = (typeof BUILT_IN_EXPECTATIONS)[number];

const word = z.string().min(1).max(200);
const words = z.array(word).min(1).max(50);
const seconds = z
  .number()
  .min(0)
  .max(30 * 86_400);
const number = z.number();

const submit = z.strictObject({ scenario: word, utility: word.optional(), form: word.optional() });

/** Until all of the events have come, or nothing has changed for so long. */
const wait = z
  .strictObject({ events: words.optional(), quietSeconds: seconds.optional(), withinSeconds: seconds.optional() })
  .check(exactlyOne('events', 'quietSeconds'));

const collect = z.strictObject({ months: z.number().int().min(1).max(36).optional() });

const step = z
  .strictObject({ submit: submit.optional(), wait: wait.optional(), collect: collect.optional() })
  .check(exactlyOne('submit', 'wait', 'collect'));

const bounds = { atLeast: number.optional(), atMost: number.optional() };
const range = z.strictObject(bounds).check(atLeastOne('atLeast', 'atMost'));
const place = z.enum(['authorization', 'each meter', 'any meter']);

/** By default one of the types must come, of any object of the run. */
const events = z
  .strictObject({
    types: words.optional(),
    inOrder: words.optional(),
    of: z.enum(['authorization', 'each meter', 'all']).optional(),
    ...bounds,
    withinSeconds: seconds.optional(),
  })
  .check(exactlyOne('types', 'inOrder'), ({ value, issues }) => {
    const bound = value.atLeast !== undefined ? 'atLeast' : value.atMost !== undefined ? 'atMost' : undefined;
    if (value.inOrder === undefined || bound === undefined) return;
    issues.push({ code: 'custom', path: [bound], message: 'goes with types, not with inOrder', input: value });
  });

const notes = z
  .strictObject({ of: place, types: words.optional(), none: words.optional() })
  .check(atLeastOne('types', 'none'));

const plain = z.union([z.string().max(1000), z.number(), z.boolean(), z.null()], {
  error: 'must be a text, a number, true, false or null',
});

const value = z
  .strictObject({
    of: place,
    path: word,
    equals: plain.optional(),
    oneOf: z.array(plain).min(1).max(100).optional(),
    matches: word.refine(isPattern, 'is no regular expression').optional(),
    ...bounds,
    said: z.boolean().optional(),
  })
  .check(atLeastOne('equals', 'oneOf', 'matches', 'atLeast', 'atMost', 'said'));

/** Of each meter: how many, and how many days they cover. */
const data = z.strictObject({ count: range.optional(), days: range.optional() }).check(atLeastOne('count', 'days'));

const own = z
  .strictObject({
    name: word,
    /** What it means where it does not hold; `fail` without it. */
    otherwise: z.enum(['fail', 'differs']).optional(),
    events: events.optional(),
    notes: notes.optional(),
    meters: range.optional(),
    value: value.optional(),
    bills: data.optional(),
    intervals: data.optional(),
  })
  .check(exactlyOne('events', 'notes', 'meters', 'value', 'bills', 'intervals'));

export const scenarioFile = z.strictObject({
  meterscope: z.literal('scenario'),
  version: z.literal(SCENARIO_FILE_VERSION),
  name: word,
  steps: z
    .array(step)
    .min(1)
    .max(50)
    .check(({ value: steps, issues }) => {
      for (const [index, { submit: submission }] of steps.entries()) {
        if ((index === 0) === (submission !== undefined)) continue;
        const message =
          index === 0
            ? 'must be the submission: { "submit": { "scenario": ... } }'
            : 'is a second submission: a file holds one, so put it into a file of its own';
        issues.push({ code: 'custom', path: [index], message, input: steps });
      }
    }),
  waits: z.strictObject({ patienceSeconds: seconds.optional(), quietSeconds: seconds.optional() }).optional(),
  expectations: z
    .strictObject({
      leaveOut: z
        .array(z.enum([...BUILT_IN_EXPECTATIONS, 'all']))
        .max(50)
        .optional(),
      own: z
        .array(own)
        .max(200)
        .check(({ value: all, issues }) => {
          for (const [index, { name }] of all.entries()) {
            if (all.findIndex((one) => one.name === name) === index) continue;
            issues.push({ code: 'custom', path: [index, 'name'], message: 'is there twice', input: all });
          }
        })
        .optional(),
    })
    .optional(),
});
export type ScenarioFile = z.infer<typeof scenarioFile>;
export type ScenarioFileStep = z.infer<typeof step>;
export type FileWait = z.infer<typeof wait>;
export type OwnExpectation = z.infer<typeof own>;

type Check = (payload: { value: Record<string, unknown>; issues: z.core.$ZodRawIssue[] }) => void;

function exactlyOne(...names: string[]): Check {
  return counted(names, (count) => count === 1, `needs exactly one of ${names.join(', ')}`);
}

function atLeastOne(...names: string[]): Check {
  return counted(names, (count) => count > 0, `needs one of ${names.join(', ')}`);
}

function counted(names: readonly string[], isRight: (count: number) => boolean, message: string): Check {
  return ({ value: object, issues }) => {
    const given = names.filter((name) => object[name] !== undefined);
    if (!isRight(given.length)) issues.push({ code: 'custom', path: [], message, input: object });
  };
}

function isPattern(text: string): boolean {
  try {
    return Boolean(new RegExp(text, 'u'));
  } catch {
    return false;
  }
}

/** What a file will do, in words, before it does it. */
export const scenarioFilePreview = z.object({
  file: scenarioFile,
  steps: z.array(z.string()),
  waits: z.array(z.string()),
  /** Expectations of the catalogue that count, and those that are left out. */
  builtIn: z.object({ count: z.number(), leftOut: z.array(z.string()) }),
  own: z.array(z.object({ name: z.string(), expected: z.string() })),
  collections: z.number(),
});
export type ScenarioFilePreview = z.infer<typeof scenarioFilePreview>;
