/** The door of the check of a service: its requests go out through the HTTP client, its tokens stay with the connections. */
import { toErrorValue } from '#shared/errors.ts';
import { CHECK_AGENT } from '../../common/check-agent.ts';
import { addressBelow } from '../../common/service-address.ts';
import type { Answer, Credential, ServiceDoor, SimulatedSide } from '../../conformance/service/index.ts';
import type { TokenProbe } from '../../connections/index.ts';
import { type HttpClient, HttpError, type HttpRequest } from '../../http/index.ts';
import { PROGRAM } from '../version.ts';

export interface DoorParts {
  http: HttpClient;
  probe: TokenProbe;
  /** For the request log. */
  workspace: string;
  run: string;
  espiBase: string;
  appUid: string | undefined;
  bulkUid: string | undefined;
  oauth: ServiceDoor['oauth'];
  simulated: SimulatedSide | undefined;
  judge?: ServiceDoor['judge'];
  signal: AbortSignal;
}

/** A batch beyond this is not looked into. */
const MAX_BYTES = 64 * 1024 * 1024;
/** The first answer counts; only a fault of the network is tried again once. Waiting for a build has its limit. */
const LIMITS: HttpRequest['limits'] = { attempts: 2, redirects: 0, rateLimited: 5, buildingDeadlineMs: 120_000 };

export function serviceDoor(parts: DoorParts): ServiceDoor {
  const { http, probe, workspace, run, espiBase, appUid, bulkUid, oauth, simulated, judge, signal } = parts;
  const mark = (purpose: string) => ({
    purpose,
    workspace,
    signal,
    about: { kind: 'check', id: run } as const,
    limits: LIMITS,
    headers: { 'user-agent': `Meterscope/${PROGRAM.version} ${CHECK_AGENT}` },
  });
  const accept = { accept: 'application/atom+xml, application/xml;q=0.9, */*;q=0.5' };
  const send = (request: HttpRequest) => answerOf(http, { maxBytes: MAX_BYTES, ...request }, signal);
  return {
    address: espiBase,
    appUid,
    bulkUid,
    oauth,
    simulated,
    judge,
    held: () => probe.held(),
    tokenBits: () => probe.bits(),
    handshake: (origin, offer) => http.handshake(origin, offer, signal),
    get: (path, credential, purpose, needs) => {
      const { headers, ...rest } = mark(purpose);
      const url = addressBelow(espiBase, path);
      return send({
        ...rest,
        method: 'GET',
        url,
        headers: { ...headers, ...accept },
        auth: authOf(probe, credential, needs),
      });
    },
    page: (url, purpose, form) => {
      const { headers, ...rest } = mark(purpose);
      if (!form) return send({ ...rest, method: 'GET', url, headers, holdsSecrets: true });
      const body = new URLSearchParams({ ...form }).toString();
      const type = { 'content-type': 'application/x-www-form-urlencoded' };
      return send({ ...rest, method: 'POST', url, headers: { ...headers, ...type }, body, holdsSecrets: true });
    },
    token: (form, purpose) => probe.ask(form, mark(purpose)),
  };
}

function authOf(
  probe: TokenProbe,
  credential: Credential,
  needs: Parameters<ServiceDoor['get']>[3],
): HttpRequest['auth'] {
  switch (credential.kind) {
    case 'none':
      return undefined;
    case 'held':
      return { source: probe.source, tokenClass: credential.tokenClass, scope: credential.scope, needs };
    case 'replaced':
      return { source: probe.replaced, tokenClass: 'access', scope: credential.scope, needs };
    case 'made_up': {
      const { token } = credential;
      return {
        source: { token: async () => token, refresh: async () => undefined },
        tokenClass: needs ?? 'access',
        needs,
      };
    }
  }
}

/** An answer of any status; what kept one from coming is in it, too. @throws AbortError */
async function answerOf(http: HttpClient, request: HttpRequest, signal: AbortSignal): Promise<Answer> {
  try {
    const answer = await http.send(request);
    const { status, headers, requestId } = answer;
    return { status, headers, body: answer.text(), request: requestId, fault: undefined };
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    const { message, details } = toErrorValue(thrown);
    const request_ = typeof details?.requestId === 'string' ? details.requestId : undefined;
    if (thrown instanceof HttpError) {
      const { status, headers, bodyText } = thrown;
      return { status, headers, body: bodyText, request: request_, fault: undefined };
    }
    return { status: undefined, headers: {}, body: '', request: request_, fault: message };
  }
}
