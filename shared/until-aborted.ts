import { abortError } from '#shared/errors.ts';

/** Settles as `work` does, or rejects with an AbortError as soon as `signal` fires; `work` itself goes on. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(abortError());
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([aborted, work]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
