import { afterEach, describe, expect, it } from 'vitest';
import { HttpClient } from '../../electron/http/index.ts';
import { JsonApiClient, type JsonApiConnection } from '../../electron/jsonapi/client.ts';
import { toErrorValue } from '../../shared/errors.ts';
import { answers, type ScriptedServer, scriptedServer } from './http-server.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

const json = { 'content-type': 'application/json' };

type Reply = Parameters<typeof scriptedServer>[number];

async function api(
  first: Reply | Pick<JsonApiConnection, 'onBroken'>,
  ...more: Reply[]
): Promise<{ client: JsonApiClient; server: ScriptedServer }> {
  const isReply = typeof first === 'function';
  const replies = isReply ? [first, ...more] : more;
  const http = new HttpClient({ userAgent: 'test' });
  const server = await scriptedServer(...replies);
  cleanups.push(() => http.close(), server.close);
  const tokens = { token: async () => 'api-token', refresh: async () => undefined };
  return {
    client: new JsonApiClient({
      http,
      tokens,
      apiBase: `${server.url}/api/v2`,
      mayAct: () => undefined,
      workspace: 'w',
      ...(isReply ? {} : first),
    }),
    server,
  };
}

describe('the JSON API client', () => {
  it('submits a test with the escaped form and the API token', async () => {
    const { client, server } = await api(answers(200, json, '{"referral":"123456"}'));
    await expect(client.testSubmit('f/1', 'A&B', 'residential')).resolves.toBe('123456');
    expect(server.received).toEqual([
      {
        method: 'POST',
        path: '/api/v2/forms/f%2F1/test-submit',
        authorization: 'Bearer api-token',
        body: '{"utility":"A&B","scenario":"residential"}',
      },
    ]);
  });

  it('names the meters that a collection dropped in silence', async () => {
    const { client, server } = await api(answers(200, json, '{"success":true,"meters":["2"],"collection_duration":6}'));
    await expect(client.collectHistory(['1', '2', '3'], 6)).resolves.toEqual({
      accepted: ['2'],
      dropped: ['1', '3'],
      months: 6,
    });
    expect(JSON.parse(server.received[0]?.body ?? '')).toEqual({ meters: ['1', '2', '3'], collection_duration: 6 });
  });

  it.each([
    [400, '{"error":"expired_or_revoked","error_description":"all gone"}', 'expired_or_revoked'],
    [400, '{"error":"invalid_param"}', 'invalid_param'],
    [400, '{"error":"a_type_from_the_future"}', 'bad_request'],
    [402, '{}', 'payment_required'],
    [404, '<html>', 'meters_not_found'],
  ])('explains %i %s of a collection', async (status, body, code) => {
    const { client } = await api(answers(status, json, body));
    await expect(client.collectHistory(['1'], undefined)).rejects.toMatchObject({ code, details: { status } });
  });

  it('keeps the unknown error type where a person can see it', async () => {
    const { client } = await api(answers(400, json, '{"error":"a_type_from_the_future"}'));
    await expect(client.testSubmit('f', 'DEMO', 'residential')).rejects.toMatchObject({
      code: 'test_submit_malformed',
      details: { errorType: 'a_type_from_the_future' },
    });
  });

  it('never shows its token, where the service repeats it', async () => {
    const body = '{"error":"bad api-token","error_description":"No form for api-token."}';
    const { client } = await api(answers(400, json, body));
    const thrown = await client.testSubmit('f', 'DEMO', 'residential').catch((error: unknown) => error);
    expect(JSON.stringify(toErrorValue(thrown))).not.toContain('api-token');
    expect(toErrorValue(thrown)).toMatchObject({
      code: 'test_submit_malformed',
      message: expect.stringContaining('It said: No form for ***.'),
      details: { errorType: 'bad ***', errorDescription: 'No form for ***.' },
    });
  });

  it('follows next within the origin only', async () => {
    const { client, server } = await api(
      answers(200, json, '{"events":[],"next":"/api/v2/events?after=x"}'),
      answers(200, json, '{"events":[],"next":"https://elsewhere.example/api/v2/events"}'),
    );
    const first = await client.events({ isDelivered: false });
    const second = await client.events({ next: first.next ?? '' });
    expect(server.received.map((request) => request.path)).toEqual([
      '/api/v2/events?is_delivered=false',
      '/api/v2/events?after=x',
    ]);
    await expect(client.events({ next: second.next ?? '' })).rejects.toMatchObject({ code: 'foreign_next' });
    expect(server.received).toHaveLength(2);
  });

  it('says which member has the wrong shape, without its value', async () => {
    const { client } = await api(answers(200, json, '{"referral":{"secret":1}}'));
    await expect(client.testSubmit('f', 'DEMO', 'instant_success')).rejects.toMatchObject({
      code: 'unexpected_answer',
      details: { issues: [expect.stringContaining('referral')] },
    });
  });

  it.each([
    ['meters', (client: JsonApiClient) => client.meters()],
    ['authorizations', (client: JsonApiClient) => client.authorizations()],
    ['forms', (client: JsonApiClient) => client.forms()],
    ['events', (client: JsonApiClient) => client.events()],
  ])('leaves out a broken entry of %s, tells it once, and takes the rest', async (name, ask) => {
    const good = { uid: 'good', type: 'ping', ts: 't' };
    const body = JSON.stringify({ [name]: [{ uid: 7 }, good], next: null });
    const told: unknown[] = [];
    const { client } = await api(
      { onBroken: (left) => told.push(left) },
      answers(200, json, body),
      answers(200, json, body),
    );
    expect((await ask(client)).items).toMatchObject([{ uid: 'good' }]);
    await ask(client);
    expect(told).toMatchObject([{ workspace: 'w', entries: [{ index: 0, uid: undefined }] }]);
  });

  it('gives one event as it is, because the log can keep what this client cannot read', async () => {
    const { client } = await api(answers(200, json, '{"uid":"e","ts":{"odd":1}}'));
    await expect(client.event('e')).resolves.toEqual({ uid: 'e', ts: { odd: 1 } });
  });

  it('does not take a page of html for an answer', async () => {
    const { client } = await api(answers(200, {}, '<html>login</html>'));
    await expect(client.forms()).rejects.toMatchObject({ code: 'unexpected_answer' });
  });
});
