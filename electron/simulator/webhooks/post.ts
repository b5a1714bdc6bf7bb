import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';

/** How long a receiver may take to answer before the request counts as failed. */
const RECEIVER_TIMEOUT_MS = 5_000;

/** What came back from a receiver: its status, or nothing (refused, reset, too slow). */
export type PostResult = { status: number } | { status: undefined; reason: string };

/**
 * Sends one webhook request. A connection of its own each time: a receiver that restarts on its port between two
 * resends must not meet a stale kept-alive socket. Redirects are not followed; the answer's body is thrown away.
 */
export function postWebhook(url: string, headers: Record<string, string>, body: Uint8Array): Promise<PostResult> {
  return new Promise((resolve) => {
    const send = url.startsWith('https:') ? httpsRequest : httpRequest;
    const request = send(
      url,
      { method: 'POST', agent: false, headers, signal: AbortSignal.timeout(RECEIVER_TIMEOUT_MS) },
      (response) => {
        resolve({ status: response.statusCode ?? 0 });
        response.on('error', () => undefined);
        response.resume();
      },
    );
    request.on('error', (error) => resolve({ status: undefined, reason: error.message }));
    request.end(body);
  });
}
