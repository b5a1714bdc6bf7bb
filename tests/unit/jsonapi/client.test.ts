import { describe, expect, it } from 'vitest';
import type { HttpAnswer, HttpClient, HttpRequest } from '../../../electron/http/index.ts';
import { JsonApiClient, type JsonApiConnection } from '../../../electron/jsonapi/client.ts';
import { AppError } from '../../../shared/errors.ts';

type Told = Parameters<NonNullable<JsonApiConnection['onBroken']>>[0];

/** A client whose requests are noted, and answered with `answer`. */
function clientOf(answer: unknown = { events: [], meters: [], authorizations: [], next: null }, apiBase?: string) {
  const sent: HttpRequest[] = [];
  const told: Told[] = [];
  const acts: string[] = [];
  const http = {
    async send(request: HttpRequest) {
      sent.push(request);
      request.understand?.(typeof answer === 'string' ? answer : JSON.stringify(answer));
      return { status: 200, headers: {} } as HttpAnswer; // what the client hands to onAnswer only
    },
  } as unknown as HttpClient; // all that it uses
  const tokens = { token: async () => 't' } as unknown as JsonApiConnection['tokens']; // handed on only
  const client = new JsonApiClient({
    http,
    tokens,
    apiBase: apiBase ?? 'https://api.example/base/api/v2',
    workspace: 'w',
    mayAct: () => void acts.push('asked'),
    onBroken: (left) => told.push(left),
  });
  return { client, sent, told, acts, url: () => sent.at(-1)?.url };
}

describe('the addresses of the JSON API', () => {
  it('hold the filters that were given, and no others', async () => {
    const { client, url } = clientOf();
    await client.events();
    expect(url()).toBe('https://api.example/base/api/v2/events');
    await client.events({ isDelivered: false });
    expect(url()).toBe('https://api.example/base/api/v2/events?is_delivered=false');
    await client.meters({ uids: [], authorizations: ['a', 'b&c'] });
    expect(url()).toBe('https://api.example/base/api/v2/meters?authorizations=a%2Cb%26c');
    await client.authorizations({ referrals: ['1'], isTest: true, withMeters: true });
    const query = Object.fromEntries(new URL(url() ?? '').searchParams);
    expect(query).toEqual({ referrals: '1', is_test: 'true', include: 'meters' });
    await client.authorizations({ withMeters: false, uids: [] });
    expect(url()).toBe('https://api.example/base/api/v2/authorizations');
  });

  it('escape a uid, and bear a base with slashes at its end', async () => {
    const { client, url } = clientOf({ uid: 'a/../b', type: 'x', ts: 't' }, 'https://api.example/api/v2//');
    await client.event('a/../b?c');
    expect(url()).toBe('https://api.example/api/v2/events/a%2F..%2Fb%3Fc');
    expect(client.resolve('/meters')).toBe('https://api.example/api/v2/meters');
  });

  it('of a next page stay at the origin of the API', async () => {
    const { client, sent, url } = clientOf();
    await client.events({ next: '/base/api/v2/events?after=x' });
    expect(url()).toBe('https://api.example/base/api/v2/events?after=x');
    await client.meters({ next: 'https://api.example/other?page=2' });
    expect(url()).toBe('https://api.example/other?page=2');
    const foreign = [
      'https://elsewhere.example/base/api/v2/events',
      'http://api.example/base/api/v2/events',
      'https://api.example:8443/base/api/v2/events',
      'https://api.example@elsewhere.example/',
      '//elsewhere.example/',
      'https://[',
    ];
    for (const next of foreign) await expect(client.events({ next })).rejects.toMatchObject({ code: 'foreign_next' });
    expect(sent).toHaveLength(2);
  });
});

describe('requests to the JSON API', () => {
  it('that change something ask first, and send nothing where that may not be', async () => {
    const { client, sent, acts } = clientOf({ uid: 'e', type: 'x', ts: 't' });
    await client.event('e');
    expect(acts).toEqual([]);
    await client.setDelivered('e', true);
    expect(acts).toEqual(['asked']);
    expect(sent[1]).toMatchObject({ method: 'PATCH', body: '{"is_delivered":true}' });
    expect(sent[0]?.body).toBeUndefined();
    const forbidden = new JsonApiClient({
      http: { send: async (request: HttpRequest) => void sent.push(request) } as unknown as HttpClient, // all that it uses
      tokens: {} as JsonApiConnection['tokens'],
      apiBase: 'https://api.example/api/v2',
      workspace: 'w',
      mayAct: () => {
        throw new AppError({ code: 'demo_only', message: 'Not here.' });
      },
    });
    await expect(forbidden.setDelivered('e', true)).rejects.toMatchObject({ code: 'demo_only' });
    expect(sent).toHaveLength(2);
  });

  it('for a collection tell what was dropped in silence', async () => {
    const { client, sent } = clientOf({ success: true, meters: ['b', 'a', 'b'] });
    expect(await client.collectHistory(['a', 'b', 'c'], undefined)).toEqual({
      accepted: ['b', 'a'],
      dropped: ['c'],
      months: undefined,
    });
    await client.collectHistory(['a'], 12);
    expect(sent.map(({ body }) => body)).toEqual([
      '{"meters":["a","b","c"]}',
      '{"meters":["a"],"collection_duration":12}',
    ]);
  });

  it('tell each broken entry of a list once', async () => {
    const { client, told } = clientOf({ events: [{ uid: 'e1' }, { uid: 'e2', type: 'x', ts: 't' }], next: null });
    const page = await client.events();
    await client.events();
    expect(page.items.map(({ uid }) => uid)).toEqual(['e2']);
    expect(told.map(({ workspace, what, entries }) => [workspace, what, entries.map(({ uid }) => uid)])).toEqual([
      ['w', 'Events', ['e1']],
    ]);
  });

  it('that are answered in another form say so, without the values', async () => {
    for (const answer of ['<html>secret', { events: 'secret' }])
      await expect(clientOf(answer).client.events()).rejects.toSatisfy(
        (thrown: AppError) => thrown.code === 'unexpected_answer' && !JSON.stringify(thrown.details).includes('secret'),
      );
  });

  it('take JSON that was cut off for incomplete, and anything else for what it is', async () => {
    const { client, sent } = clientOf();
    await client.events();
    const isComplete = (text: string) => sent[0]?.isComplete?.(text);
    expect(['{"a":1}', ' []', '<html>', 'no'].map(isComplete)).toEqual([true, true, true, true]);
    expect(['{"a":1', '[', '', '  '].map(isComplete)).toEqual([false, false, false, false]);
  });
});
