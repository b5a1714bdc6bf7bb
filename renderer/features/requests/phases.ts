/** How long the parts of a request took, as far as it is known. Pure. */
import type { RequestView } from '#shared/contract/requests.ts';

export interface Phase {
  id: 'waited' | 'queued' | 'connect' | 'tls' | 'head' | 'body';
  name: string;
  /** Milliseconds; undefined where it did not happen or is not known, which `said` tells. */
  ms: number | undefined;
  said?: string;
}

const NOT_KNOWN = 'not known';

/** In the order in which they happen. */
export function phasesOf(request: RequestView): Phase[] {
  const { waitedMs, queuedMs, connection, connectMs, tlsMs, headMs, durationMs, url } = request;
  const kept = connection === 'kept';
  const opening = kept ? 'kept from an earlier request' : NOT_KNOWN;
  const connecting = (connectMs ?? 0) + (tlsMs ?? 0);
  // What is not known of opening the connection is a part of the wait for the first byte.
  const head = headMs === undefined ? undefined : Math.max(0, headMs - connecting);
  return [
    phase('waited', 'Waiting because of the try before, or of a limit', waitedMs),
    phase('queued', 'In line for a place at the host', queuedMs),
    phase('connect', 'Opening the connection', connectMs, opening),
    ...(url.startsWith('https:') ? [phase('tls', 'TLS handshake', tlsMs, opening)] : []),
    phase('head', 'Until the first byte of the answer', head, request.status === undefined ? 'no answer' : NOT_KNOWN),
    phase(
      'body',
      'Until the end of the body',
      headMs === undefined || durationMs === undefined ? undefined : Math.max(0, durationMs - headMs),
    ),
  ];
}

function phase(id: Phase['id'], name: string, ms: number | undefined, said = NOT_KNOWN): Phase {
  return ms === undefined ? { id, name, ms, said } : { id, name, ms };
}
