import type { Context } from 'hono';
import type { ServiceEnv } from '../world/types.ts';

/** The Error object of section 2.5, in the shape that service-facts.md gives. */
export interface ErrorObject {
  /** The kind; clients must cope with new ones. */
  readonly error: string;
  readonly error_description: string;
  readonly url: null;
}

/** The statuses of sections 7.1 and 7.2 that carry an Error, and those that HTTP itself asks for. */
type ErrorStatus = 400 | 401 | 402 | 404 | 405 | 413 | 500;

/** An error that a handler raises to answer with it. */
export class ApiError extends Error {
  readonly status: ErrorStatus;
  readonly type: string;

  constructor(status: ErrorStatus, type: string, description: string) {
    super(description);
    this.name = 'ApiError';
    this.status = status;
    this.type = type;
  }
}

export function errorObject(error: string, description: string): ErrorObject {
  return { error, error_description: description, url: null };
}

/** 400 `required_param_missing`. */
export function missing(name: string): ApiError {
  return new ApiError(400, 'required_param_missing', `The parameter ${name} is required.`);
}

/** 400 `invalid_param`. */
export function invalid(name: string, expected: string): ApiError {
  return new ApiError(400, 'invalid_param', `The parameter ${name} is invalid: ${expected}.`);
}

/** Answers with an {@link ApiError}; anything else that was thrown is a 500 with an Error object and no stack. */
export function answerError(thrown: unknown, c: Context<ServiceEnv>): Response {
  if (thrown instanceof ApiError) {
    // RFC 6750, 3: a 401 says which scheme it wants.
    if (thrown.status === 401) c.header('WWW-Authenticate', 'Bearer');
    return c.json(errorObject(thrown.type, thrown.message), thrown.status);
  }
  console.error(thrown);
  return c.json(errorObject('internal_error', 'The service met an unexpected error.'), 500);
}
