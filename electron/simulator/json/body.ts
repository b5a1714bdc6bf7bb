import type { Context } from 'hono';
import type { ServiceEnv } from '../world/types.ts';
import { ApiError, invalid } from './errors.ts';

/** Largest request body that is read; a list of ten thousand meters is a fifth of it. */
const MAX_BODY_BYTES = 1_000_000;

/**
 * The JSON object of a request's body. An empty body is an empty object, so that the answer names the member that is
 * missing; the content type is not looked at, as real clients often leave it out.
 * @throws ApiError 400 `invalid_param` where it is no JSON object in UTF-8, 413 where it is too large
 */
export async function readObject(c: Context<ServiceEnv>): Promise<Record<string, unknown>> {
  const bytes = await readBytes(c);
  if (bytes.length === 0) return {};
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw invalid('body', 'it must be JSON in UTF-8');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid('body', 'it must be an object');
  // A parsed JSON object has string keys and unknown values; that is all that is claimed here.
  return value as Record<string, unknown>;
}

/** Reads at most {@link MAX_BODY_BYTES}, counting what arrives rather than trusting Content-Length. */
async function readBytes(c: Context<ServiceEnv>): Promise<Uint8Array> {
  const tooLarge = new ApiError(413, 'request_too_large', `The body is larger than ${MAX_BODY_BYTES} bytes.`);
  if (Number(c.req.header('content-length') ?? 0) > MAX_BODY_BYTES) throw tooLarge;
  const stream = c.req.raw.body;
  if (stream === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw tooLarge;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
