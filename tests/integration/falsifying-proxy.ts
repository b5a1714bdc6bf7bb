/** Stands between a check and the simulator, and makes one fault at a time. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServiceProcess } from './simulator-process.ts';

/** A request on its way; what is changed goes on. */
export interface Asked {
  method: string;
  /** Below the address of the service: `/DataCustodian/...`. */
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  /** Form fields, of what is a form. */
  form: URLSearchParams;
  body: string;
  /** Bearer token as it came. */
  token: string;
  tokenClass: 'registration' | 'client' | 'access' | 'api' | 'none' | 'other';
}

/** An answer on its way back; what is changed is sent. */
export interface Answered {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** What the faults know of the service. */
export interface Known {
  registration: string;
  client: string;
  /** The newest access_token by auth_uid. */
  access: Map<string, string>;
  first: string;
  second: string;
}

export interface Fault {
  ask?: (asked: Asked, known: Known) => void;
  answer?: (
    asked: Asked,
    answer: Answered,
    known: Known,
    again: (asked: Asked) => Promise<Answered>,
  ) => void | Promise<void>;
}

export interface FalsifyingProxy {
  /** The line of the service, with the proxy's address in place of its own. */
  line: string;
  /** The fault that is made from now on; none when undefined. */
  fault: Fault | undefined;
  close(): Promise<void>;
}

export async function startFalsifyingProxy(service: ServiceProcess): Promise<FalsifyingProxy> {
  const { line } = service;
  const authorizations = line.authorizations;
  const known: Known = {
    registration: line.registration_access_token,
    client: '',
    access: new Map(authorizations.map((one) => [one.auth_uid, one.access_token])),
    first: authorizations[0]?.auth_uid ?? '',
    second: authorizations[1]?.auth_uid ?? '',
  };
  const proxy: FalsifyingProxy = { line: '', fault: undefined, close: async () => undefined };
  let own = '';

  async function pass(asked: Asked): Promise<Answered> {
    const query = asked.query.size > 0 ? `?${asked.query}` : '';
    const isForm = asked.headers['content-type']?.includes('form') === true;
    const sent = isForm ? asked.form.toString() : asked.body;
    const response = await fetch(line.base_url + asked.path + query, {
      method: asked.method,
      redirect: 'manual',
      headers: asked.headers,
      ...(sent === '' ? {} : { body: sent.replaceAll(own, line.base_url) }),
    });
    const type = response.headers.get('content-type') ?? '';
    const body = (await response.text()).replaceAll(line.base_url, own);
    learn(asked, body, known);
    const location = response.headers.get('location');
    const after = response.headers.get('retry-after');
    return {
      status: response.status,
      headers: {
        'content-type': type,
        ...(location === null ? {} : { location }),
        ...(after === null ? {} : { 'retry-after': after }),
      },
      body,
    };
  }

  const server = createServer((request, response) => {
    void (async () => {
      const asked = await read(request, known, line.api_token);
      const original = { ...asked, query: new URLSearchParams(asked.query), form: new URLSearchParams(asked.form) };
      proxy.fault?.ask?.(asked, known);
      const answer = await pass(asked);
      await proxy.fault?.answer?.(original, answer, known, pass);
      response.writeHead(answer.status, answer.headers).end(answer.body);
    })().catch((error: unknown) => response.writeHead(599).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  proxy.line = JSON.stringify(line).replaceAll(line.base_url, own);
  proxy.close = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return proxy;
}

function learn({ path }: Asked, body: string, known: Known): void {
  if (!path.endsWith('/oauth/token') || !body.startsWith('{')) return;
  const { access_token: token, resourceURI: of } = JSON.parse(body) as { access_token?: string; resourceURI?: string };
  if (token === undefined) return;
  const uid = /Subscription\/(\d+)/.exec(of ?? '')?.[1];
  if (uid === undefined) known.client = token;
  else known.access.set(uid, token);
}

async function read(request: IncomingMessage, known: Known, api: string): Promise<Asked> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const body = Buffer.concat(parts).toString('utf8');
  const url = new URL(request.url ?? '', 'http://proxy');
  const { authorization, 'content-type': type, accept, 'user-agent': agent } = request.headers;
  const token = /^Bearer (.*)$/.exec(authorization ?? '')?.[1] ?? '';
  return {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: {
      ...(authorization === undefined ? {} : { authorization }),
      ...(type === undefined ? {} : { 'content-type': type }),
      ...(accept === undefined ? {} : { accept }),
      ...(agent === undefined ? {} : { 'user-agent': agent }),
    },
    form: new URLSearchParams(type?.includes('form') === true ? body : ''),
    body,
    token,
    tokenClass: classOf(token, known, api),
  };
}

function classOf(token: string, known: Known, api: string): Asked['tokenClass'] {
  if (token === '') return 'none';
  if (token === known.registration) return 'registration';
  if (token === api) return 'api';
  if (token.startsWith('ct_')) return 'client';
  return token.startsWith('at_') ? 'access' : 'other';
}
