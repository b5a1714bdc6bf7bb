import type { ServerResponse } from 'node:http';
import { STATUS_CODES } from 'node:http';
import { errorObject } from '../json/errors.ts';
import type { Fault } from './faults.ts';

/** Seconds to wait that a status gets when the fault names none: these two promise the header (sections 4.1, 8). */
const DEFAULT_RETRY_AFTER_S: Record<number, number> = { 202: 1, 429: 1 };

/** The slugs of an Error body, by status. */
const ERROR_TYPES: Record<number, string> = {
  400: 'invalid_param',
  401: 'invalid_token',
  402: 'payment_required',
  403: 'wrong_token_class',
  404: 'not_found',
  429: 'rate_limited',
  503: 'maintenance',
  504: 'timed_out',
};

/** The answer of a fault that has a status: its body is what it asks for, none by default (section 7.1). */
export function faultResponse(fault: Fault & { status: number }): Response {
  const headers = new Headers();
  const wait = fault.retry_after_s ?? DEFAULT_RETRY_AFTER_S[fault.status];
  // Whole seconds, rounded up: the header knows no fractions (RFC 9110, 10.2.3).
  if (wait !== undefined) headers.set('Retry-After', String(Math.ceil(wait)));
  const body = bodyOf(fault, headers);
  return new Response(body, { status: fault.status, headers });
}

function bodyOf(fault: Fault & { status: number }, headers: Headers): string | null {
  // 204, 205 and 304 must have none; Response refuses to be made with one.
  if (fault.body === undefined || fault.body === 'none' || [204, 205, 304].includes(fault.status)) return null;
  const title = STATUS_CODES[fault.status] ?? 'Error';
  if (fault.body === 'json') {
    headers.set('Content-Type', 'application/json');
    return JSON.stringify(errorObject(ERROR_TYPES[fault.status] ?? 'internal_error', title));
  }
  headers.set('Content-Type', 'text/html; charset=utf-8');
  return `<!doctype html>\n<html><head><title>${fault.status} ${title}</title></head><body><h1>${title}</h1></body></html>\n`;
}

/**
 * Sends the start of `response` and then tears the connection down, as a proxy that dies does.
 * @param keep bytes of the body that still arrive; `undefined` means half of its first chunk
 */
export async function sendCut(response: Response, outgoing: ServerResponse, keep: number | undefined): Promise<void> {
  const reader = response.body?.getReader();
  const part = reader === undefined ? Buffer.alloc(0) : await readStart(reader, keep);
  await reader?.cancel().catch(() => undefined);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  await new Promise<void>((resolve) => {
    outgoing.flushHeaders();
    outgoing.write(part, () => resolve());
    // A peer that is gone already never takes the bytes.
    outgoing.once('close', () => resolve());
  });
  outgoing.socket?.destroy();
}

async function readStart(reader: ReadableStreamDefaultReader<Uint8Array>, keep: number | undefined): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  while (keep === undefined ? size === 0 : size < keep) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    size += value.length;
  }
  return Buffer.concat(chunks).subarray(0, keep ?? Math.ceil(size / 2));
}
