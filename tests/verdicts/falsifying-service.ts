/**
 * Stands between a client and the simulator's JSON API and falsifies what passes: bodies, statuses, delays. What is not
 * falsified stays real.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';

type Json = Record<string, unknown>;

/** An answer on its way. A rule changes it in place. */
export interface Passing {
  method: string;
  /** Below the base of the JSON API: `/events`, `/meters`, `/forms/.../test-submit` ... */
  path: string;
  /** How many requests of this path and method came before. */
  earlier: number;
  status: number;
  /** The list of the answer, where it has one. */
  entries: Json[];
  /** Sent as it is in place of the real answer. */
  text?: string;
  delayMs?: number;
}

export type Rule = (passing: Passing) => void;

export interface FalsifyingService {
  apiBase: string;
  stop(): Promise<void>;
}

const LISTS = ['events', 'meters', 'authorizations'];

/** @param ruleOf asked at each request, so that a rule may be changed while it runs */
export async function startFalsifyingService(realBase: string, ruleOf: () => Rule): Promise<FalsifyingService> {
  const real = new URL(realBase);
  const counts = new Map<string, number>();
  let own = '';
  const pass = async (request: http.IncomingMessage, answer: http.ServerResponse) => {
    const body: Buffer[] = [];
    for await (const piece of request) body.push(piece);
    const method = request.method ?? 'GET';
    const response = await fetch(`${real.origin}${request.url}`, {
      method,
      headers: { authorization: request.headers.authorization ?? '', 'content-type': 'application/json' },
      ...(body.length > 0 ? { body: Buffer.concat(body) } : {}),
    });
    const content: Json = JSON.parse((await response.text()).replaceAll(real.origin, own));
    const path = new URL(request.url ?? '', own).pathname.slice(real.pathname.length);
    const earlier = counts.get(`${method} ${path}`) ?? 0;
    counts.set(`${method} ${path}`, earlier + 1);
    const list = method === 'GET' ? LISTS.find((name) => Array.isArray(content[name])) : undefined;
    const passing: Passing = {
      method,
      path,
      earlier,
      status: response.status,
      entries: list === undefined ? [] : (content[list] as Json[]), // checked above
    };
    ruleOf()(passing);
    if (list !== undefined) content[list] = passing.entries;
    await new Promise((resolve) => setTimeout(resolve, passing.delayMs ?? 0));
    answer.writeHead(passing.status, { 'content-type': passing.text === undefined ? 'application/json' : 'text/html' });
    answer.end(passing.text ?? JSON.stringify(content));
  };
  const server = http.createServer((request, answer) => {
    pass(request, answer).catch(() => answer.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a TCP server that listens has one
  return {
    apiBase: `${own}${real.pathname}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
