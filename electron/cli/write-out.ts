/** What a command prints, and whoever reads it: such as `head`, which may have had enough before all of it is there. */
import { errorCode } from '#shared/errors.ts';

/** Waits until a pipe has taken everything, so that the exit does not cut it; one that is closed early takes no more. */
export async function writeOut(text: string): Promise<void> {
  await new Promise<void>((resolve, reject) =>
    process.stdout.write(text, (error) => (error && !isClosedPipe(error) ? reject(error) : resolve())),
  );
}

/**
 * Lets a command go on to its end, with its exit code and without its temporary files, where nobody reads what it prints any more. Node.js
 * emits an error for each write to a closed pipe, whether the writer has a callback or not, and ends the process with a stack trace where nobody listens.
 */
export function takeClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error) => {
      if (!isClosedPipe(error)) throw error;
    });
  }
}

export function isClosedPipe(error: unknown): boolean {
  return errorCode(error) === 'EPIPE';
}
