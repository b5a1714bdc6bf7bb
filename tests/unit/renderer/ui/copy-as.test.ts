/** What is copied sends the very same request: run by curl, Python and Node against a real server, and compared there. */
import { execFile, execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CopiedRequest, toCurl, toFetch, toPython } from '../../../../renderer/ui/copy-as.ts';

interface Arrived {
  method: string;
  path: string;
  headers: Record<string, unknown>;
  body: string;
}

let arrived: Arrived[] = [];
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { method = '', url: path = '', headers } = request;
    arrived.push({ method, path, headers, body: Buffer.concat(chunks).toString() });
    response.end('ok');
  });
});
let base = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A listening TCP server has an AddressInfo.
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const run = promisify(execFile);
const TOKEN = 'to"k$en`1`\\';
const env = { ...process.env, METERSCOPE_TOKEN: TOKEN, no_proxy: '*', NO_PROXY: '*' };
/** Ways to run a text, and the program that it needs. */
const WAYS = [
  ['curl', 'curl', (of: CopiedRequest) => run('sh', ['-c', `${toCurl(of)} --silent`], { env })],
  ['Python', 'python3', (of: CopiedRequest) => run('python3', ['-c', toPython(of)], { env })],
  ['fetch', 'node', (of: CopiedRequest) => run(process.execPath, ['--input-type=module', '-e', toFetch(of)], { env })],
] as const;

function isThere(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** All that a shell, Python or JavaScript could take for something else. */
const awkward = fc.string({
  unit: fc.constantFrom(...'ab1 \'"`$\\\n\t!#%&*(){}[]<>|;?~=@,.é€😀'),
  maxLength: 40,
});
/** Of a header: no ends of lines, no blanks around it, Latin. */
const headerText = fc
  .string({ unit: fc.constantFrom(...'ab1 \'"`$\\!#%&*(){}[]<>|;?~=@,.'), minLength: 1, maxLength: 30 })
  .map((text) => `x${text}x`);

const request = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PATCH'),
  path: awkward,
  query: awkward,
  header: headerText,
  body: awkward,
  login: fc.boolean(),
});

describe.each(WAYS)('by %s', (_name, program, send) => {
  it.skipIf(!isThere(program))(
    'method, address, headers, token and body arrive as they were',
    async () => {
      await fc.assert(
        fc.asyncProperty(request, async ({ method, path, query, header, body, login }) => {
          const url = new URL(base);
          url.pathname = `/a/${encodeURIComponent(path)}/[x]{y}`;
          url.searchParams.set('q', query);
          const copied: CopiedRequest = {
            method,
            url: url.href,
            headers: {
              accept: 'application/json',
              'user-agent': 'Meterscope/1',
              'x-text': header,
              'accept-encoding': 'gzip',
              ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
              ...(login ? { authorization: 'Bearer ***' } : {}),
            },
            scheme: login ? 'Bearer' : undefined,
            body: method === 'GET' ? undefined : body,
            note: 'A note\nof two lines',
          };
          arrived = [];
          await send(copied);
          expect(arrived).toEqual([
            {
              method,
              path: url.pathname + url.search,
              headers: expect.objectContaining({
                accept: 'application/json',
                'user-agent': 'Meterscope/1',
                'x-text': header,
                ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
              }),
              body: method === 'GET' ? '' : body,
            },
          ]);
          expect(arrived[0]?.headers.authorization).toBe(login ? `Bearer ${TOKEN}` : undefined);
        }),
        { numRuns: 25 },
      );
    },
    120_000,
  );
});

it('no text holds a login, whatever the headers say', () => {
  const headers = { Authorization: 'Bearer SECRET', accept: '*/*' };
  for (const write of [toCurl, toFetch, toPython]) {
    const text = write({ method: 'GET', url: 'https://x.test/', headers, scheme: 'Bearer' });
    expect(text).not.toContain('SECRET');
    expect(text).toContain('METERSCOPE_TOKEN');
  }
});
