/**
 * How the contract between the renderer and the main side is declared. Every call and every topic is declared once,
 * with schemas for what goes in and what comes out; both transports, the renderer's client and its query keys derive from it.
 */
import { z } from 'zod';

// The renderer's content security policy forbids `eval`; zod must not probe for it.
z.config({ jitless: true });

/** The areas of a workspace's store that windows show. */
export const STORE_AREAS = [
  'authorizations',
  'usagePoints',
  'series',
  'readings',
  'bills',
  'customers',
  'files',
  'problems',
  'events',
  'groups',
  'attention',
] as const;
export type StoreArea = (typeof STORE_AREAS)[number];
/** What no feed brings: opened files, the event log, what the user marks, and what is judged of all of it. */
const OWN_AREAS: ReadonlySet<StoreArea> = new Set(['files', 'events', 'groups', 'attention']);
/** What a feed of the service, or a file, may bring. */
export const FEED_AREAS: readonly StoreArea[] = STORE_AREAS.filter((area) => !OWN_AREAS.has(area));
/** What an answer may be made of: areas of the store (`store.changed`), and what the core keeps, each with a topic of its name. */
export type Area = StoreArea | 'workspaces' | 'connections' | 'demo' | 'serviceCheck' | 'requests';

/** Who answers: the store, to which the core passes the call on as it is, or the core itself. */
type Answerer = 'store' | 'core';
type Kind = 'query' | 'command';

export interface CallDefinition<
  K extends Kind = Kind,
  By extends Answerer = Answerer,
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  A extends Area = Area,
> {
  kind: K;
  by: By;
  /** What the answer of a query is made of, and what a command changes: windows ask for it again. */
  areas: readonly A[];
  input: Input;
  output: Output;
}

/** Declares calls that the store answers. They name the workspace, and the areas that they read or change. */
export function store(areas: readonly StoreArea[]) {
  return callsBy<'store', StoreArea, z.ZodType<{ workspace: string }>>('store', areas);
}

/** Declares calls that the core answers. No area is named where a topic brings the answer itself, or nothing announces changes. */
export function core<A extends Area>(areas: readonly A[]) {
  return callsBy<'core', A, z.ZodType>('core', areas);
}

function callsBy<By extends Answerer, A extends Area, AnyInput extends z.ZodType>(by: By, areas: readonly A[]) {
  const declare =
    <K extends Kind>(kind: K) =>
    <I extends AnyInput, O extends z.ZodType>(input: I, output: O): CallDefinition<K, By, I, O, A> => ({
      kind,
      by,
      areas,
      input,
      output,
    });
  return {
    /** Only reads: may be cached and repeated. */
    query: declare('query'),
    /** Changes something: never repeated automatically. */
    command: declare('command'),
  };
}

/** Epoch seconds UTC. */
export const epochSeconds = z.number();
/** Epoch milliseconds UTC. */
export const epochMillis = z.number();
/** No input, or no answer. */
export const nothing = z.void();
/** Which workspace a call is about. */
export const inWorkspace = z.object({ workspace: z.string().min(1).max(200) });
/** A meter in a list, with what it is called by. */
export const namedMeter = z.object({
  id: z.string(),
  uid: z.string(),
  number: z.string().optional(),
  title: z.string().optional(),
  customer: z.string().optional(),
  address: z.string().optional(),
});
/** The user was told what it means on a live workspace, and wants it. */
export const confirmed = z.boolean().default(false);
/** A page of a list: rows from `offset`, at most `limit`; answers always say how many of how many. */
export const page = z.object({
  offset: z.number().int().min(0).default(0),
  limit: z.number().int().min(1).max(10_000).default(500),
});

/** What a list is searched for, narrowed down to and ordered by, before a page of it is taken. */
export function narrowing<Column extends string, Filter extends string>(
  columns: readonly [Column, ...Column[]],
  filters: readonly [Filter, ...Filter[]],
) {
  return z.object({
    /** Words that a row must have, each anywhere in what is shown of it. */
    search: z.string().max(500).optional(),
    sort: z.object({ column: z.enum(columns), descending: z.boolean() }).optional(),
    /** Values of a column, of which a row must have one; null is none. */
    filters: z.partialRecord(z.enum(filters), z.array(z.string().nullable()).max(10_000)).optional(),
    /** Only these rows. */
    ids: z.array(z.string()).max(100_000).optional(),
  });
}

/** Zone (IANA name) in which a list shows times: a word of the search may be a part of one. */
export const shownZone = z.string().max(100).optional();

/** The answer of a list: a page of its rows, how many match, and how many there are. */
export const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ rows: z.array(row), matching: z.number(), total: z.number() });

/** What a list can be narrowed down to: the values of each column in all of its rows, the most frequent first. */
export const choices = z.record(z.string(), z.array(z.object({ value: z.string().nullable(), count: z.number() })));

/** The schema of an {@link ErrorValue} (shared/errors.ts). */
export const errorValue = z.object({
  code: z.string(),
  message: z.string(),
  action: z.string().optional(),
  details: z.record(z.string(), z.unknown()).optional(),
});
