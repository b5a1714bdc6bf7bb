/** What goes over the wire for one send, held in memory until the log has kept what may be kept. May hold secrets. */
import type { ConnectionTiming } from './network.ts';

/** What was sent and answered. */
export interface Capture {
  timing: ConnectionTiming;
  sent: { headers: Record<string, string>; body: string | undefined };
  answer: { headers: Record<string, string>; httpVersion: string } | undefined;
  /** Beginning of the answer's body, unpacked; at most as long as was asked for. */
  body: Uint8Array[];
  bodyBytes: number;
  /** The body went to somebody who reads it as it comes (a feed into the store), and nothing broke. */
  streamed: boolean;
  /** Body and answer hold secrets by their nature. */
  holdsSecrets: boolean;
  /** The secrets that it carried, to be looked for in whatever is kept. */
  secrets: string[];
}

export function newCapture(): Capture {
  return {
    timing: {},
    sent: { headers: {}, body: undefined },
    answer: undefined,
    body: [],
    bodyBytes: 0,
    streamed: false,
    holdsSecrets: false,
    secrets: [],
  };
}

/** Passes a body on and notes its first `limit` bytes. */
export async function* captured(
  chunks: AsyncIterable<Uint8Array>,
  capture: Capture,
  limit: number,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    const left = limit - capture.bodyBytes;
    if (left > 0) {
      // A copy: the consumer may hand the chunk's memory on to another process.
      const part = Uint8Array.from(chunk.subarray(0, left));
      capture.body.push(part);
      capture.bodyBytes += part.byteLength;
    }
    yield chunk;
  }
}
