import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { readObject } from '../../../../electron/simulator/json/body.ts';
import { answerError } from '../../../../electron/simulator/json/errors.ts';
import type { ServiceEnv } from '../../../../electron/simulator/world/types.ts';

const app = new Hono<ServiceEnv>();
app.post('/', async (c) => c.json(await readObject(c)));
app.onError(answerError);

async function answerTo(body: BodyInit | undefined, headers: Record<string, string> = {}) {
  const answer = await app.request('/', { method: 'POST', headers, ...(body === undefined ? {} : { body }) });
  return { status: answer.status, body: await answer.json() };
}

describe('the body of a request', () => {
  it('is a JSON object, whatever its content type', async () => {
    const headers = { 'content-type': 'text/plain' };
    expect(await answerTo('{"a":[1]}', headers)).toEqual({ status: 200, body: { a: [1] } });
  });

  it('that is empty is an empty object', async () => {
    for (const nothing of ['', undefined]) expect(await answerTo(nothing)).toEqual({ status: 200, body: {} });
  });

  it.each(['[]', 'null', '"text"', '1', '{"a":', '<xml/>'])('cannot be %s', async (text) => {
    expect(await answerTo(text)).toMatchObject({ status: 400, body: { error: 'invalid_param' } });
  });

  it('is UTF-8', async () => {
    const bytes = new Uint8Array([...Buffer.from('{"a":"'), 0xff, ...Buffer.from('"}')]);
    expect(await answerTo(bytes)).toMatchObject({ status: 400, body: { error: 'invalid_param' } });
  });

  it('may have a million bytes and not one more, whatever its length says', async () => {
    const most = `{"a":"${'x'.repeat(1_000_000 - 8)}"}`;
    expect((await answerTo(most)).status).toBe(200);
    expect(await answerTo(`${most} `)).toMatchObject({ status: 413, body: { error: 'request_too_large' } });
    expect((await answerTo(`${most} `, { 'content-length': '5' })).status).toBe(413);
    expect((await answerTo('{}', { 'content-length': '1000001' })).status).toBe(413);
  });
});
