/**
 * Errors as values: a stable code, what happened, and what the user can do next.
 * Everything that crosses a process border (IPC, loopback HTTP, engine port) is one of these, never a bare Error.
 */

/** The plain, serialisable form of an {@link AppError}. */
export interface ErrorValue {
  /** Stable, snake_case; code and tests switch on it, texts may change. */
  code: string;
  /** One sentence in plain words: what happened. */
  message: string;
  /** One sentence: what the user can do next. */
  action?: string | undefined;
  /** Facts for the detail view (status, url, line ...). Never tokens or personal data. */
  details?: Record<string, unknown> | undefined;
}

/** An error that a person is meant to read. `cause` keeps the unexpected one underneath. */
export class AppError extends Error {
  readonly code: string;
  readonly action: string | undefined;
  readonly details: Record<string, unknown> | undefined;

  constructor(value: ErrorValue, options?: { cause?: unknown }) {
    super(value.message, options);
    this.name = 'AppError';
    this.code = value.code;
    this.action = value.action;
    this.details = value.details;
  }

  /** The form that crosses process borders; stack and cause stay behind. */
  toValue(): ErrorValue {
    return { code: this.code, message: this.message, action: this.action, details: this.details };
  }
}

/** Any thrown thing as an {@link ErrorValue}; an error that nobody foresaw becomes `unexpected`. */
export function toErrorValue(thrown: unknown): ErrorValue {
  if (thrown instanceof AppError) return thrown.toValue();
  if (isAbort(thrown)) return { code: 'cancelled', message: 'The work was cancelled.' };
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return {
    code: 'unexpected',
    message: `Something unexpected happened: ${message}`,
    action: 'Try again. If it happens again, save a support bundle under Settings, Privacy, and report it.',
  };
}

/** The error that stands for "someone cancelled it" everywhere (see {@link isAbort}). */
export function abortError(): DOMException {
  return new DOMException('The work was cancelled.', 'AbortError');
}

/** True for the error that an AbortSignal raises. */
export function isAbort(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === 'AbortError';
}

/** Closes a discriminated union: a case that was forgotten does not compile. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}

/** The code that the system or Node gives an error, such as `ENOENT`; empty where it has none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
