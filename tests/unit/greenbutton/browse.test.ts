import { describe, expect, it } from 'vitest';
import { compareAnswers } from '../../../electron/compare/index.ts';
import { type BrowseParts, browseResource, rememberingTokens } from '../../../electron/greenbutton/browse.ts';
import { newCapture } from '../../../electron/http/capture.ts';
import { type HttpAnswer, HttpError, keptExchange } from '../../../electron/http/index.ts';
import { AppError } from '../../../shared/errors.ts';

const BASE = 'https://u.example/DataCustodian/espi/1_1/resource';
const PARSED = { entities: [], entityCount: 3, problems: [] };
const NOT_A_FEED = new AppError({ code: 'feed_unknown', message: 'No feed.' });

/** What the browser shows of an answer. */
async function shown(
  answer: string | Uint8Array | Error,
  options: Partial<BrowseParts> & { path?: string; type?: string; more?: Record<string, string> } = {},
) {
  const { path = '/UsagePoint', type = 'application/atom+xml', more = {}, ...parts } = options;
  const asked: { url: string; limits: unknown }[] = [];
  const result = await browseResource(
    {
      client: {
        resolve: (given) => new URL(given.replace(/^\//, ''), `${BASE}/`).href,
        getHref: async (url, { limits }) => {
          asked.push({ url, limits });
          if (answer instanceof Error) throw answer;
          const body = typeof answer === 'string' ? new TextEncoder().encode(answer) : answer;
          const headers = { 'content-type': type, 'set-cookie': 'session=1', 'x-echo': 'Bearer geheim', ...more };
          const text = () => new TextDecoder().decode(body);
          return { requestId: 'r', status: 200, headers, url, answeredAt: 1, body, text } as HttpAnswer;
        },
      },
      api: 'greenbutton',
      base: BASE,
      scrub: (text) => text.replaceAll('geheim', '***'),
      parse: async () => PARSED,
      logged: () => undefined,
      now: () => 7,
      keep: () => undefined,
      ...parts,
    },
    { path, signal: new AbortController().signal },
  );
  return { ...result, asked };
}

describe('the resource browser', () => {
  it('asks once, and shows what comes and how it is read', async () => {
    const { asked, text, entityCount, url, headers, cut } = await shown('<feed/>');
    expect(asked).toEqual([{ url: `${BASE}/UsagePoint`, limits: expect.objectContaining({ attempts: 1 }) }]);
    expect([text, entityCount, url, cut]).toEqual(['<feed/>', 3, `${BASE}/UsagePoint`, false]);
    expect(headers).not.toHaveProperty('set-cookie');
    expect(JSON.stringify(headers)).not.toContain('geheim');
  });

  it('gives the reader no token that a service repeats', async () => {
    let bytes = '';
    const parse = async (read: Uint8Array) => {
      bytes = new TextDecoder().decode(read);
      return PARSED;
    };
    expect((await shown('<feed>geheim</feed>', { parse })).text).toBe('<feed>***</feed>');
    expect(bytes).toBe('<feed>***</feed>');
  });

  it('sends nothing to another origin, nor to what is no address', async () => {
    await expect(shown('', { path: 'https://other.example/' })).rejects.toMatchObject({ code: 'foreign_origin' });
    await expect(shown('', { path: 'http://[' })).rejects.toMatchObject({ code: 'bad_address' });
  });

  it('shows a refusal as an answer, and throws where there was none', async () => {
    const head = { requestId: 'r', status: 403, headers: {}, url: BASE, text: 'no geheim', carriedToken: true };
    const error = new HttpError({ code: 'forbidden', message: 'Not geheim.' }, head, {
      type: undefined,
      description: undefined,
    });
    expect(await shown(error)).toMatchObject({
      status: 403,
      text: 'no ***',
      refusal: { code: 'forbidden', message: 'Not ***.' },
    });
    const fault = new AppError({ code: 'network_unreachable', message: 'Nobody is there.' });
    await expect(shown(fault)).rejects.toBe(fault);
  });

  it('finds the status in a document that is no feed, and says what is wrong with any other', async () => {
    const parse = () => Promise.reject(NOT_A_FEED);
    const status =
      '<?xml version="1.0"?>\n<ServiceStatus xmlns="http://naesb.org/espi"><currentStatus>1</currentStatus></ServiceStatus>';
    expect((await shown(status, { parse })).entities).toEqual([
      expect.objectContaining({ kind: 'ServiceStatus', fields: { currentStatus: 1 }, line: 2 }),
    ]);
    expect((await shown('<x/>', { parse })).problems).toEqual([
      { code: 'feed_unknown', severity: 'error', message: 'No feed.' },
    ]);
    const odd = new Error('mine');
    await expect(shown('<x/>', { parse: () => Promise.reject(odd) })).rejects.toBe(odd);
  });

  it('reads no page of a website as a feed, and offers what is no text as a file', async () => {
    expect(await shown('<html></html>', { type: 'text/html' })).toMatchObject({
      entityCount: 0,
      text: '<html></html>',
    });
    const file = await shown(Uint8Array.of(0x25, 0x50, 0x44, 0x46, 0, 1), {
      type: 'application/pdf',
      path: '/bills/1.pdf',
    });
    expect(file).toMatchObject({ file: { name: '1.pdf', base64: 'JVBERgAB' } });
    expect(file.text).toBeUndefined();
  });

  it('shows what only looks like a login as it came, in bodies and headers', async () => {
    const service = '{"service_tariff":"Basic Service"}';
    const challenge = 'Bearer error="invalid_token"';
    const json = await shown(service, { type: 'application/json', more: { 'www-authenticate': challenge } });
    expect(json).toMatchObject({ text: service, headers: { 'www-authenticate': challenge } });
    const xml = '<feed><tariff>Residential Basic Service</tariff></feed>';
    expect((await shown(xml)).text).toBe(xml);
    const head = { requestId: 'r', status: 400, headers: {}, url: BASE, text: service, carriedToken: true };
    const refusal = new HttpError({ code: 'bad', message: 'No.' }, head, { type: undefined, description: undefined });
    expect((await shown(refusal)).text).toBe(service);
  });

  it('hides secrets as the request log does, so that an answer does not differ from what was kept of it', async () => {
    const xml = `<entry xmlns="http://www.w3.org/2005/Atom" xmlns:é="http://naesb.org/espi"><id>urn:a</id><content>
      <é:ApplicationInformation><é:client_id>me</é:client_id><é:client_secret>s3cret</é:client_secret>
      <é:registration_access_token><![CDATA[t0ken]]></é:registration_access_token><é:password></é:password>
      </é:ApplicationInformation></content></entry>`;
    const { text = '' } = await shown(xml);
    expect(text).not.toMatch(/s3cret|t0ken/);
    const body = new TextEncoder().encode(xml);
    const view = { method: 'GET', status: 200, state: 'answered', bytes: body.byteLength } as const;
    const answer = { headers: { 'content-type': 'application/atom+xml' }, httpVersion: '1.1' };
    const capture = { ...newCapture(), answer, body: [body], bodyBytes: body.byteLength };
    const kept = keptExchange(view, capture, { keep: 'all', bodyKiB: 64 }, (whole) => whole)?.answer?.body;
    if (kept?.state !== 'kept') throw new Error('The body was not kept.');
    expect(compareAnswers(kept, { text, cut: false })).toMatchObject({
      entities: { of: { before: 1, after: 1 }, counts: { added: 0, gone: 0, changed: 0 } },
    });
  });

  it('cuts what a window cannot hold', async () => {
    const { text, cut } = await shown('x'.repeat(2_000_001), { type: 'text/plain' });
    expect([text?.length, cut]).toEqual([2_000_000, true]);
  });
});

it('tokens that were sent are known, and taken out wherever they come back', async () => {
  const source = { token: async () => 'one', refresh: async () => 'two' };
  const { tokens, scrub } = rememberingTokens(source);
  expect(scrub('one two')).toBe('one two');
  await tokens.token('api', undefined, new AbortController().signal);
  await tokens.refresh('api', undefined, 'one', new AbortController().signal);
  expect(scrub('one two three')).toBe('*** *** three');
});
