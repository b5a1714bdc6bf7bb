/**
 * How the contract between the renderer and the main side is declared. Every call and every topic is declared once,
 * with schemas for what goes in and what comes out; both transports, the renderer's client and its query keys derive from it.
 */
import { z } from 'zod';

// The renderer's content security policy forbids `eval`; zod must not probe for it.
z.config({ jitless: true });

/** A call that changes nothing (`query`: may be cached and repeated) or one that does (`command`: never repeated by itself). */
export interface CallDefinition<
  Kind extends 'query' | 'command',
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
> {
  kind: Kind;
  input: Input;
  output: Output;
}

/** Declares a call that only reads. */
export function query<I extends z.ZodType, O extends z.ZodType>(input: I, output: O): CallDefinition<'query', I, O> {
  return { kind: 'query', input, output };
}

/** Declares a call that acts. */
export function command<I extends z.ZodType, O extends z.ZodType>(
  input: I,
  output: O,
): CallDefinition<'command', I, O> {
  return { kind: 'command', input, output };
}

/** Epoch seconds UTC. */
export const epochSeconds = z.number();
/** Epoch milliseconds UTC. */
export const epochMillis = z.number();
/** No input, or no answer. */
export const nothing = z.void();
/** Which workspace a call is about. */
export const inWorkspace = z.object({ workspace: z.string().min(1).max(200) });
/** A page of a list: rows from `offset`, at most `limit`; answers always say how many of how many. */
export const page = z.object({
  offset: z.number().int().min(0).default(0),
  limit: z.number().int().min(1).max(10_000).default(500),
});

/** The schema of an {@link ErrorValue} (shared/errors.ts). */
export const errorValue = z.object({
  code: z.string(),
  message: z.string(),
  action: z.string().optional(),
  details: z.record(z.string(), z.unknown()).optional(),
});
