/** Shows the watch each request of a client and its answer. Mount it before everything that answers. */
import type { Context, MiddlewareHandler } from 'hono';
import { matchResource } from '#shared/resources.ts';
import type { ServiceEnv, World } from '../world/types.ts';
import type { ClientWatch } from './client-watch.ts';
import type { Seen } from './seen.ts';

const APIS = [
  ['/DataCustodian/espi/1_1/resource', 'espi'],
  ['/DataCustodian/oauth', 'oauth'],
  ['/api/v2', 'json'],
] as const;
const LISTS = /\/api\/v2\/(events|authorizations|meters|forms)$/;

export function watching(world: World, watch: ClientWatch): MiddlewareHandler<ServiceEnv> {
  return async (c, next) => {
    const api = APIS.find(([start]) => c.req.path.startsWith(start))?.[1];
    const agent = c.req.header('user-agent') ?? '';
    if (api === undefined || !watch.watches(agent)) return await next();
    const header = c.req.header('authorization');
    const before = { at: performance.now(), verdict: world.tokens.check(header) };
    await next();
    watch.saw(await seenOf(c, api, agent, header, before));
  };
}

type Ask = Context<ServiceEnv>;

async function seenOf(
  c: Ask,
  api: Seen['api'],
  agent: string,
  header: string | undefined,
  before: Pick<Seen, 'at'> & { verdict: ReturnType<World['tokens']['check']> },
): Promise<Seen> {
  const { method, path } = c.req;
  const cutStatus = c.get('cutStatus');
  const status = cutStatus ?? c.res.status;
  const query = new URL(c.req.url).searchParams;
  const isToken = path.endsWith('/oauth/token') && method === 'POST';
  const list = api === 'json' && method === 'GET' ? LISTS.exec(path)?.[1] : undefined;
  const isRead = cutStatus === undefined && (isToken || (status === 200 && list !== undefined));
  const body = isRead ? await jsonOf(c.res) : undefined;
  const retryAfter = Number(c.res.headers.get('retry-after') ?? Number.NaN);
  return {
    ...before,
    verdict: { ...before.verdict, token: /^Bearer +(\S+)/i.exec(header ?? '')?.[1] ?? '' },
    answeredAt: performance.now(),
    agent,
    api,
    method,
    path,
    query,
    address: addressOf(path, query),
    words: `${method} ${path.replace('/DataCustodian/espi/1_1/resource', '')}`,
    caller: header ?? agent,
    hasBasic: /^Basic /i.test(header ?? ''),
    form: isToken ? await formOf(c) : undefined,
    status,
    isStatusInjected: c.get('isStatusInjected') === true,
    retryAfter: Number.isFinite(retryAfter) && retryAfter > 0 ? retryAfter : undefined,
    location: c.res.headers.get('location') ?? undefined,
    isWrongClass: isWrongClass(api, path, status, before.verdict),
    isSpoiled: api === 'espi' && method === 'GET' && (cutStatus !== undefined || isNoXml(c, path)),
    list: body?.next === undefined ? undefined : list,
    next: typeof body?.next === 'string' ? nextOf(body.next) : undefined,
    issued: isToken && typeof body?.access_token === 'string' ? body.access_token : undefined,
    refusal: isToken && typeof body?.error === 'string' ? body.error : undefined,
  };
}

function addressOf(path: string, query: URLSearchParams): string {
  const sorted = new URLSearchParams(query);
  sorted.sort();
  return `${path}?${sorted}`;
}

function nextOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { pathname, searchParams } = new URL(address);
  return addressOf(pathname, searchParams);
}

/** What was read already is read again from memory; of what nobody read there is nothing. */
async function formOf(c: Ask): Promise<URLSearchParams> {
  return new URLSearchParams(await c.req.text().catch(() => ''));
}

async function jsonOf(response: Response): Promise<Record<string, unknown> | undefined> {
  const value: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return typeof value === 'object' && value !== null ? { ...value } : undefined;
}

function isWrongClass(api: Seen['api'], path: string, status: number, verdict: Seen['verdict'] | object): boolean {
  const held = 'class' in verdict ? verdict.class : undefined;
  if (held === undefined) return false;
  if (api === 'json') return held !== 'api' && (status === 401 || status === 403);
  return api === 'espi' && status === 403 && matchResource(path)?.resource.tokenClass !== held;
}

/** Answered 200 with what is no XML where XML is answered. */
function isNoXml(c: Ask, path: string): boolean {
  if (c.res.status !== 200 || matchResource(path)?.resource.answers === 'file') return false;
  return !/xml/i.test(c.res.headers.get('content-type') ?? '');
}
