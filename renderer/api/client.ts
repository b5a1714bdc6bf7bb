/** Calls as promises that reject with a {@link CallError}, which carries the error value of the contract. */
import type { CallInput, CallName, CallOutput } from '#shared/contract/index.ts';
import type { ErrorValue } from '#shared/errors.ts';
import { bridge } from './bridge.ts';

/** A refused call. `value` has the stable code, what happened and what to do next. */
class CallError extends Error {
  readonly value: ErrorValue;

  constructor(value: ErrorValue) {
    super(value.message);
    this.name = 'CallError';
    this.value = value;
  }
}

/** Makes a call. Throws {@link CallError}. */
export async function call<K extends CallName>(name: K, input: CallInput<K>): Promise<CallOutput<K>> {
  const reply = await bridge.call(name, input);
  if (!reply.ok) throw new CallError(reply.error);
  return reply.value;
}

/** Saves or downloads a file; answers as {@link Bridge.saveFile}. Throws {@link CallError}. */
export async function downloadFile(name: string, content: Blob): Promise<{ path?: string } | undefined> {
  const reply = await bridge.saveFile(name, content);
  if (!reply.ok) throw new CallError(reply.error);
  return reply.value;
}

/** The handle of a dropped or chosen file, for `files.open`. Throws {@link CallError}. */
export async function fileHandle(file: File): Promise<string> {
  const reply = await bridge.fileHandle(file);
  if (!reply.ok) throw new CallError(reply.error);
  return reply.value.handle;
}

/** Any thrown thing as an error value that can be shown. */
export function asErrorValue(thrown: unknown): ErrorValue {
  if (thrown instanceof CallError) return thrown.value;
  if (isErrorValue(thrown)) return thrown;
  return {
    code: 'unexpected',
    message: thrown instanceof Error ? thrown.message : String(thrown),
    action: 'Try again; if it happens again, reload the window.',
  };
}

/** Errors inside answers (of a job, of a run) are values already. */
function isErrorValue(thrown: unknown): thrown is ErrorValue {
  return (
    typeof thrown === 'object' &&
    thrown !== null &&
    !(thrown instanceof Error) &&
    'code' in thrown &&
    'message' in thrown
  );
}
