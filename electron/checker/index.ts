/** The core's side of checker processes: one for each task. */
import { setTimeout } from 'node:timers/promises';
import { AppError } from '#shared/errors.ts';
import type { ChildProcessPort } from '../host/index.ts';
import type { FromChecker, Task, TaskResults } from './protocol.ts';

export { fileDocument, sourceOf, type TaskDocument } from './document.ts';

/** Milliseconds that a process may take to end once it was told to. */
const GOES_WITHIN = 5000;

interface RunOptions {
  signal: AbortSignal;
  /** Called with the bytes that were read, a few times a second. */
  onProgress?: (bytes: number) => void;
}

/**
 * Runs a task in a process of its own, which ends with it.
 * @param start starts the process
 * @throws AppError what the task was refused with; `cancelled` when the signal fired, `checker_stopped` when the process died
 */
export async function runTask<T extends Task>(
  start: () => ChildProcessPort,
  task: T,
  { signal, onProgress }: RunOptions,
): Promise<TaskResults[T['kind']]> {
  if (signal.aborted) throw cancelled();
  const child = start();
  const gone = new Promise<void>((resolve) => child.onExit(() => resolve()));
  const stop = new AbortController();
  try {
    const result = await new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(cancelled()), { once: true, signal: stop.signal });
      child.onExit((code) => reject(checkerStopped(code)));
      child.onMessage((received) => {
        const message = received as FromChecker; // the channel is private to the core and this process
        if (message.kind === 'progress') onProgress?.(message.bytes);
        else if (message.kind === 'done') resolve(message.result);
        else reject(new AppError(message.error));
      });
      child.postMessage(task);
    });
    return result as TaskResults[T['kind']]; // process.ts answers each kind with its own result
  } finally {
    stop.abort();
    child.kill();
    // What it was writing can be removed only then.
    await Promise.race([gone, setTimeout(GOES_WITHIN, undefined, { ref: false })]);
  }
}

function cancelled(): AppError {
  return new AppError({ code: 'cancelled', message: 'The work was cancelled.', action: 'Start it again.' });
}

function checkerStopped(code: number | null): AppError {
  return new AppError({
    code: 'checker_stopped',
    message: 'The process that looks at the document ended before it was done.',
    action: 'Try again. If it happens again, save a support bundle under Settings, Privacy, and report it.',
    details: { exitCode: code },
  });
}
