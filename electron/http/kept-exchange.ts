/** What is kept of a send: decided by the workspace's policy, with all secrets taken out. Pure. */
import type { KeptBody, KeptExchange, RequestPolicy } from '#shared/contract/requests.ts';
import type { Capture } from './capture.ts';
import { isText } from './is-text.ts';
import { redactBody, redactHeaders, redactUrl } from './redact.ts';
import type { RequestView } from './request-log.ts';

/** Takes the values of known secrets out of a text; `cut`: it is the beginning of a longer one. */
export type Hide = (text: string, cut?: boolean) => string;

/** Headers and bodies of a finished send as they may be kept; undefined where nothing is. */
export function keptExchange(
  view: Pick<RequestView, 'method' | 'status' | 'state' | 'bytes'> & Partial<Pick<RequestView, 'about'>>,
  capture: Capture,
  { keep, bodyKiB }: Pick<RequestPolicy, 'keep' | 'bodyKiB'>,
  hide: Hide,
): KeptExchange | undefined {
  if (keep === 'nothing') return undefined;
  const wanted =
    keep === 'all' ||
    (keep === 'failed' && (hasFailed(view) || view.method !== 'GET' || view.about?.kind === 'browser'));
  const limit = bodyKiB * 1024;
  const headers = (of: Record<string, string>) =>
    Object.fromEntries(Object.entries(redactHeaders(of)).map(([name, value]) => [name, hide(value)]));
  const { sent, answer } = capture;
  return {
    sent: { headers: headers(sent.headers), body: sentBody(capture, wanted, limit, hide) },
    ...(answer && {
      answer: {
        headers: headers(answer.headers),
        httpVersion: answer.httpVersion,
        body: answerBody(view, capture, answer.headers['content-type'] ?? '', wanted, limit, hide),
      },
    }),
  };
}

/** A view with the values of known secrets taken out, wherever a service or an address may have repeated one. */
export function withoutSecrets<V extends Pick<RequestView, 'url' | 'error' | 'retryAfter'>>(view: V, hide: Hide): V {
  const { url, error, retryAfter } = view;
  return {
    ...view,
    url: hide(redactUrl(url)),
    retryAfter: retryAfter === undefined ? undefined : hide(retryAfter),
    error: hideIn(error, hide),
  };
}

/** The same plain value, its texts without secrets. */
function hideIn<T>(value: T, hide: Hide): T {
  if (typeof value === 'string') return hide(value) as T; // a text stays a text
  if (Array.isArray(value)) return value.map((one: unknown) => hideIn(one, hide)) as T; // of the same members
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, hideIn(one, hide)])) as T; // likewise
}

/** No whole answer came, it was refused, or it was not what was asked for. 206 is a part of what was asked for. */
function hasFailed({ status, state }: Pick<RequestView, 'status' | 'state'>): boolean {
  return state === 'failed' || status === undefined || status >= 400 || status === 206;
}

function sentBody({ sent, holdsSecrets }: Capture, wanted: boolean, limit: number, hide: Hide): KeptBody {
  if (sent.body === undefined) return { state: 'absent' };
  if (holdsSecrets) return { state: 'secret' };
  if (!wanted) return { state: 'setting' };
  const bytes = new TextEncoder().encode(sent.body);
  return keptText(bytes, bytes.byteLength > limit, limit, hide);
}

function answerBody(
  view: Pick<RequestView, 'state' | 'bytes'>,
  { body, bodyBytes, holdsSecrets, streamed }: Capture,
  type: string,
  wanted: boolean,
  limit: number,
  hide: Hide,
): KeptBody {
  if (view.bytes === 0) return { state: 'absent' };
  if (holdsSecrets) return { state: 'secret' };
  if (streamed) return { state: 'streamed' };
  if (!wanted) return { state: 'setting' };
  const whole = Buffer.concat(body);
  if (!isText(type, whole)) return { state: 'binary' };
  return keptText(whole, view.bytes > bodyBytes || bodyBytes > limit, limit, hide);
}

function keptText(bytes: Uint8Array, cut: boolean, limit: number, hide: Hide): KeptBody {
  // `stream` leaves out a letter that was cut through.
  const text = new TextDecoder().decode(bytes.subarray(0, limit), { stream: cut });
  return { state: 'kept', text: redactBody(hide(text, cut)), cut };
}
