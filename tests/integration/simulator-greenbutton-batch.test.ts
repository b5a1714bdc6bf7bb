/** Section 4.1: batches with their parameters, bulk, the batch rule (202); issue 3, items 1, 9 and 10. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Bench,
  entitiesOf,
  greenButtonBench,
  hasSchema,
  linksOf,
  readingsOf,
  schemaProblems,
} from './simulator-greenbutton-bench.ts';

const iso = (seconds: number) => `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
let bench: Bench;
beforeAll(async () => {
  bench = await greenButtonBench();
});
afterAll(() => bench.service.stop());

const batchOf = (index: number, query = '') =>
  `/Batch/Subscription/${bench.line.authorizations[index]?.auth_uid}${query}`;

describe('GET /Batch/Subscription/{auth_uid}', () => {
  it('is one feed with the seven kinds of entries, every child after its parent', async () => {
    const { status, text } = await bench.get(batchOf(0));
    expect(status).toBe(200);
    expect(new Set(entitiesOf(text))).toEqual(
      new Set([
        'UsagePoint',
        'LocalTimeParameters',
        'MeterReading',
        'ReadingType',
        'IntervalBlock',
        'UsageSummary',
        'ElectricPowerQualitySummary',
      ]),
    );
    const selves = new Set(linksOf(text).flatMap((link) => (link.rel === 'self' ? [link.href] : [])));
    const parents = linksOf(text).filter((link) => link.rel === 'related' && link.type === 'espi-entry/MeterReading');
    for (const { href } of parents) expect(selves.has(href)).toBe(true);
  });

  it('holds three years of quarter hours, each once, and both days of a clock change', async () => {
    const readings = readingsOf((await bench.get(batchOf(0))).text);
    const starts = new Set(readings.map((reading) => reading.start));
    expect(starts.size).toBe(readings.length);
    expect(readings.length).toBeGreaterThan(100_000);
    const onDay = (from: string, to: string) =>
      readings.filter(({ start }) => start >= Date.parse(from) / 1000 && start < Date.parse(to) / 1000).length;
    expect(onDay('2025-03-09T05:00:00Z', '2025-03-10T04:00:00Z')).toBe(92);
    expect(onDay('2025-11-02T04:00:00Z', '2025-11-03T05:00:00Z')).toBe(100);
  });

  it('keeps net = forward - reverse where a roof publishes all three', async () => {
    const { text } = await bench.get(
      batchOf(2, '?published-min=2025-07-01T07:00:00Z&published-max=2025-07-08T07:00:00Z'),
    );
    const flows = new Map<string, Map<number, number>>();
    for (const block of text.split('<entry>').filter((entry) => entry.includes('<title>IntervalBlock'))) {
      const flow = /_kwh_(\d+)\/IntervalBlock/.exec(block)?.[1] ?? '';
      const values = flows.get(flow) ?? new Map<number, number>();
      for (const reading of readingsOf(block)) values.set(reading.start, reading.value);
      flows.set(flow, values);
    }
    expect([...flows.keys()].sort()).toEqual(['1', '19', '4']);
    expect(flows.get('4')?.size).toBeGreaterThan(600);
    for (const [start, net] of flows.get('4') ?? []) {
      expect(net).toBe((flows.get('1')?.get(start) ?? Number.NaN) - (flows.get('19')?.get(start) ?? Number.NaN));
    }
  });

  it('of one usage point is that part of the whole', async () => {
    const { auth_uid, meters } = bench.line.authorizations[3] ?? { auth_uid: '', meters: [] };
    expect(meters).toHaveLength(2);
    const all = readingsOf((await bench.get(batchOf(3))).text).length;
    let sum = 0;
    for (const meter of meters) {
      const { status, text } = await bench.get(`/Batch/Subscription/${auth_uid}/UsagePoint/${meter}`);
      expect(status).toBe(200);
      expect(entitiesOf(text).filter((name) => name === 'UsagePoint')).toHaveLength(1);
      sum += readingsOf(text).length;
    }
    expect(sum).toBe(all);
    expect((await bench.get(`/Batch/Subscription/${auth_uid}/UsagePoint/999`)).status).toBe(404);
  });

  it.skipIf(!hasSchema)(
    'validates for every demo authorization (skipped without ../shared/xsd and xmllint)',
    async () => {
      for (const { auth_uid } of bench.line.authorizations) {
        const usage = await bench.get(`/Batch/Subscription/${auth_uid}?published-min=2025-06-01T00:00:00Z`);
        const customer = await bench.get(`/Batch/RetailCustomer/${auth_uid}`);
        const problems = await schemaProblems([
          ['usage', usage.text],
          ['customer', customer.text],
        ]);
        expect(problems).toBe('');
      }
    },
  );
});

describe('batch parameters', () => {
  it('published-min and published-max cut by the time of the data, to the reading', async () => {
    const all = readingsOf((await bench.get(batchOf(0))).text);
    const from = 1_751_000_400;
    const to = from + 10 * 86_400 + 4500;
    const answer = await bench.get(batchOf(0, `?published-min=${iso(from)}&published-max=${iso(to)}`));
    expect(readingsOf(answer.text)).toEqual(all.filter((reading) => reading.start >= from && reading.end <= to));
    const later = await bench.get(batchOf(0, `?published-min=${iso(from)}`));
    expect(readingsOf(later.text)).toEqual(all.filter((reading) => reading.start >= from));
    const periods = [...later.text.matchAll(/<billingPeriod><duration>\d+<\/duration><start>(\d+)/g)].map((match) =>
      Number(match[1]),
    );
    expect(periods.length).toBeGreaterThan(3);
    for (const start of periods) expect(start).toBeGreaterThanOrEqual(from);
  });

  it('updated-min and updated-max cut by the time of arrival; the newest part joins the rest without a hole', async () => {
    const all = (await bench.get(batchOf(0))).text;
    const updates = all
      .split('<entry>')
      .slice(1)
      .map((entry) => Date.parse(/<updated>([^<]+)/.exec(entry)?.[1] ?? ''));
    const newest = Math.max(...updates) / 1000;
    const fresh = await bench.get(batchOf(0, `?updated-min=${iso(newest - 1)}`));
    expect(new Set(entitiesOf(fresh.text))).toContain('UsageSummary');
    const old = await bench.get(batchOf(0, `?updated-max=${iso(newest)}`));
    const parts = [...readingsOf(old.text), ...readingsOf(fresh.text)].map((reading) => reading.start);
    expect(parts).toEqual(readingsOf(all).map((reading) => reading.start));
    expect(readingsOf(fresh.text).length).toBeGreaterThan(0);
    for (const entry of fresh.text.split('<entry>').slice(1)) {
      expect(Date.parse(/<updated>([^<]+)/.exec(entry)?.[1] ?? '')).toBeGreaterThan((newest - 1) * 1000);
    }
    expect(entitiesOf((await bench.get(batchOf(0, `?updated-min=${iso(newest)}`))).text)).toEqual([]);
  });

  it.each(['published-min', 'published-max', 'updated-min', 'updated-max'])(
    '%s that is malformed answers 400 with a type',
    async (name) => {
      for (const value of ['yesterday', '2025-01-01', '2025-13-01T00:00:00Z', '1735689600', '']) {
        const answer = await bench.get(batchOf(0, `?${name}=${value}`));
        expect(answer.status).toBe(400);
        expect(answer.json).toMatchObject({ error: 'invalid_param', error_description: expect.stringContaining(name) });
      }
    },
  );

  it('in the future are no error: an empty feed, or everything', async () => {
    const empty = await bench.get(batchOf(0, '?published-min=2040-01-01T00:00:00Z'));
    expect([empty.status, readingsOf(empty.text).length]).toEqual([200, 0]);
    expect(entitiesOf(empty.text)).toEqual([]);
    const all = await bench.get(batchOf(0, '?published-max=2040-01-01T00:00:00Z'));
    expect(readingsOf(all.text).length).toBeGreaterThan(100_000);
  });

  it('that nothing arrived between find nothing', async () => {
    // What there is came nine days ago and this morning.
    const now = Date.parse((await bench.service.control('GET', '')).json.now) / 1000;
    const query = `?updated-min=${iso(now - 6 * 86_400)}&updated-max=${iso(now - 86_400)}`;
    expect(entitiesOf((await bench.get(batchOf(0, query))).text)).toEqual([]);
  });
});

describe('what was not authorised, and who shares what', () => {
  it('leaves bills and the customer out of an authorization for intervals only', async () => {
    const { auth_uid, meters } = bench.line.authorizations[8] ?? { auth_uid: '', meters: [] };
    const { text } = await bench.get(`/Batch/Subscription/${auth_uid}?published-min=2026-01-01T00:00:00Z`);
    expect(entitiesOf(text)).toContain('IntervalBlock');
    expect(entitiesOf(text)).not.toContain('UsageSummary');
    expect(text).not.toContain('/UsageSummary');
    expect(entitiesOf((await bench.get(`/Batch/RetailCustomer/${auth_uid}`)).text)).toEqual([]);
    expect((await bench.get(`/Authorization/${auth_uid}`)).text).not.toContain('customerResourceURI');
    const bills = await bench.get(`/Subscription/${auth_uid}/UsagePoint/${meters[0]}/UsageSummary`);
    expect([bills.status, entitiesOf(bills.text).length]).toEqual([200, 0]);
  });

  it('gives two authorizations of one login the same meters, bills and customer', async () => {
    const ends = async (index: number) => {
      const { auth_uid } = bench.line.authorizations[index] ?? { auth_uid: '' };
      const usage = await bench.get(`/Batch/Subscription/${auth_uid}`);
      const customer = await bench.get(`/Batch/RetailCustomer/${auth_uid}`);
      const own = linksOf(usage.text + customer.text)
        .filter((link) => link.rel === 'self')
        .slice(0, 3000);
      return new Set(
        own.map((link) => link.href.slice(bench.line.espi_base.length).replaceAll(auth_uid, '{auth_uid}')),
      );
    };
    expect(bench.line.authorizations[7]?.auth_uid).not.toBe(bench.line.authorizations[9]?.auth_uid);
    expect(await ends(7)).toEqual(await ends(9));
  });

  it('finds every meter of the Green Button tree in the JSON API by the same uid', async () => {
    for (const { auth_uid, meters } of bench.line.authorizations) {
      const { json } = await bench.service.api('GET', `/meters?authorizations=${auth_uid}`);
      expect(json.meters.map((meter: { uid: string }) => meter.uid).sort()).toEqual([...meters].sort());
    }
  });
});

describe('GET /Bulk/{bulk_uid}', () => {
  it('is a feed with new authorizations, bills and intervals, for the client token', async () => {
    const path = `/Bulk/${bench.secrets.bulk_uid}`;
    const { status, text } = await bench.get(path);
    expect(status).toBe(200);
    const entities = new Set(entitiesOf(text));
    for (const wanted of ['Authorization', 'UsageSummary', 'IntervalBlock']) expect(entities).toContain(wanted);
    if (hasSchema) expect(await schemaProblems([['bulk', text]])).toBe('');
    expect((await bench.get(path, bench.line.authorizations[0]?.access_token)).status).toBe(403);
    expect((await bench.get('/Bulk/1')).status).toBe(404);
    expect((await bench.get(`${path}?published-min=soon`)).status).toBe(400);
  });

  it('is what a notification links to, as a BatchList', async () => {
    const received: string[] = [];
    const server = createServer((request, response) => {
      request.setEncoding('utf8').on('data', (text: string) => received.push(text));
      request.on('end', () => response.writeHead(200).end());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo; // a listening TCP server has one
    const url = `http://127.0.0.1:${port}/notify`;
    const answer = await bench.service.control('PUT', '/notification', { url });
    server.close();
    expect(answer.json).toEqual({ url, status: 200 });
    expect(received.join('')).toContain(
      `<resources>${bench.line.espi_base}/Bulk/${bench.secrets.bulk_uid}</resources>`,
    );
    const information = await bench.get(`/ApplicationInformation/${bench.secrets.app_uid}`);
    expect(information.text).toContain(`<thirdPartyNotifyUri>${url}</thirdPartyNotifyUri>`);
    if (hasSchema) expect(await schemaProblems([['list', received.join('')]])).toBe('');
  });
});

describe('the bootstrap portfolio', () => {
  it('holds all 17 entities', async () => {
    const { app_uid } = bench.secrets;
    const texts = [await bench.get(`/ApplicationInformation/${app_uid}`), await bench.get('/Authorization')];
    texts.push(await bench.get(batchOf(0)), await bench.get(batchOf(0).replace('Subscription', 'RetailCustomer')));
    expect(new Set(texts.flatMap((answer) => entitiesOf(answer.text))).size).toBe(17);
  });

  it('has electricity, gas and water, all flows, estimates, edits and bill-level history', async () => {
    const query = '?published-min=2023-01-01T00:00:00Z';
    const text = (
      await Promise.all([0, 2, 3, 5].map(async (index) => (await bench.get(batchOf(index, query))).text))
    ).join('');
    for (const flow of [1, 4, 19]) expect(text).toContain(`<flowDirection>${flow}</flowDirection>`);
    for (const uom of [72, 169, 42]) expect(text).toContain(`<uom>${uom}</uom>`);
    for (const quality of [7, 8]) expect(text).toContain(`<quality>${quality}</quality>`);
    expect(text).toContain('<timeAttribute>8</timeAttribute>');
  });

  it('has a customer of the southern hemisphere, half an hour off', async () => {
    const { text } = await bench.get(batchOf(4));
    expect(text).toContain(
      '<dstEndRule>440E3000</dstEndRule><dstOffset>3600</dstOffset><dstStartRule>A40E2000</dstStartRule><tzOffset>34200</tzOffset>',
    );
    expect(text).toContain('<currency>36</currency>');
  });
});

describe('a batch that is too large to be built at once', () => {
  it('answers 202 with Retry-After and an empty body, and 200 after that time, while a small one answers at once', async () => {
    const own = await greenButtonBench([]);
    try {
      const large = `/Batch/Subscription/${own.line.authorizations[1]?.auth_uid}`;
      const first = await own.get(large);
      expect([first.status, first.text]).toEqual([202, '']);
      const wait = Number(first.headers.get('retry-after'));
      expect(wait).toBeGreaterThanOrEqual(1);
      await own.service.advance(wait);
      const second = await own.get(large);
      expect(second.status).toBe(200);
      expect(entitiesOf(second.text).filter((name) => name === 'UsagePoint')).toHaveLength(4);
      expect((await own.get(`/Batch/Subscription/${own.line.authorizations[0]?.auth_uid}`)).status).toBe(200);
    } finally {
      await own.service.stop();
    }
  });
});

describe('quirks', () => {
  it.each([
    ['capital-sdp', /<ServiceDeliveryPoint>/],
    ['prefixes', /<ns0:feed xmlns:ns0=[\s\S]*<ns1:UsagePoint xmlns:ns1="http:\/\/naesb.org\/espi">/],
    ['repeated-ids', /(<id>urn:uuid:[^<]+<\/id>)(?=[\s\S]*<title>IntervalBlock)[\s\S]*\1/],
    ['registers', /<accumulationBehaviour>3<\/accumulationBehaviour>/],
    ['epoch-ms', /<statusTimeStamp>\d{13}<\/statusTimeStamp>/],
  ])('%s shows', async (name, pattern) => {
    const path = batchOf(0, '?published-min=2025-11-01T00:00:00Z');
    expect((await bench.get(path)).text).not.toMatch(name === 'repeated-ids' ? /$^/ : pattern);
    expect((await bench.service.control('PUT', '/quirks', { quirks: name })).status).toBe(200);
    const quirky = await bench.get(path);
    await bench.service.control('PUT', '/quirks', { quirks: 'none' });
    expect(quirky.text).toMatch(pattern);
  });

  it('no-local-time, newest-first and milli-money change what is written', async () => {
    const path = batchOf(0, '?published-min=2025-12-01T00:00:00Z');
    const plain = (await bench.get(path)).text;
    await bench.service.control('PUT', '/quirks', { quirks: 'no-local-time,newest-first,milli-money' });
    const quirky = (await bench.get(path)).text;
    await bench.service.control('PUT', '/quirks', { quirks: 'none' });
    expect(quirky).not.toContain('LocalTimeParameters');
    expect(readingsOf(quirky).map((reading) => reading.start)).toEqual(
      readingsOf(plain)
        .map((reading) => reading.start)
        .reverse(),
    );
    const total = (text: string) => Number(/<billLastPeriod>(\d+)/.exec(text)?.[1]);
    expect(total(quirky)).toBe(Math.round(total(plain) / 100));
  });

  it('registers leaves the amounts of bill-level history what they are', async () => {
    await bench.service.control('PUT', '/quirks', { quirks: 'registers' });
    const { text } = await bench.get(batchOf(5));
    await bench.service.control('PUT', '/quirks', { quirks: 'none' });
    const types = text.split('<entry>').filter((entry) => entry.includes('<title>ReadingType'));
    const behaviours = (ofBills: boolean) =>
      types
        .filter((entry) => entry.includes('<timeAttribute>8</timeAttribute>') === ofBills)
        .map((entry) => /<accumulationBehaviour>(\d+)/.exec(entry)?.[1]);
    expect(new Set(behaviours(true))).toEqual(new Set(['4']));
    expect(new Set(behaviours(false))).toEqual(new Set(['3']));
  });

  it('newest-first goes for bills, power quality and bill-level history, too', async () => {
    const { auth_uid, meters } = bench.line.authorizations[5] ?? { auth_uid: '', meters: [] };
    const usagePoint = `/Subscription/${auth_uid}/UsagePoint/${meters[0]}`;
    const ends = (text: string, kind: string) =>
      text
        .split('<entry>')
        .filter((entry) => entry.includes(`<title>${kind}`))
        .map((entry) => Date.parse(/<published>([^<]+)/.exec(entry)?.[1] ?? ''));
    const falling = (times: number[]) => times.toSorted((a, b) => b - a);
    await bench.service.control('PUT', '/quirks', { quirks: 'newest-first' });
    const { text } = await bench.get(batchOf(5));
    const feeds = await Promise.all(
      ['UsageSummary', 'ElectricPowerQualitySummary'].map((kind) => bench.get(`${usagePoint}/${kind}`)),
    );
    await bench.service.control('PUT', '/quirks', { quirks: 'none' });
    for (const [kind, answers] of [
      ['UsageSummary', [text, feeds[0]?.text ?? '']],
      ['ElectricPowerQualitySummary', [text, feeds[1]?.text ?? '']],
      ['IntervalBlock', [text]],
    ] as const) {
      for (const answer of answers) {
        expect(ends(answer, kind).length).toBeGreaterThan(12);
        expect(ends(answer, kind)).toEqual(falling(ends(answer, kind)));
      }
    }
  });

  it('milli-money writes the last bill of the account as it writes the bill', async () => {
    const batch = batchOf(5, '?published-min=2025-10-01T00:00:00Z');
    await bench.service.control('PUT', '/quirks', { quirks: 'milli-money' });
    const bills = (await bench.get(batch)).text;
    const customer = (await bench.get(batchOf(5).replace('Subscription', 'RetailCustomer'))).text;
    await bench.service.control('PUT', '/quirks', { quirks: 'none' });
    const newest = [...bills.matchAll(/<billLastPeriod>(\d+)/g)].at(-1)?.[1];
    expect(newest).toBeDefined();
    expect(/<lastBillAmount>(\d+)/.exec(customer)?.[1]).toBe(newest);
  });

  it('registers never fall', async () => {
    await bench.service.control('PUT', '/quirks', { quirks: 'registers' });
    const { text } = await bench.get(batchOf(0, '?published-min=2025-12-01T00:00:00Z'));
    await bench.service.control('PUT', '/quirks', { quirks: 'none' });
    const values = readingsOf(text).map((reading) => reading.value);
    expect(values.length).toBeGreaterThan(1000);
    for (let i = 1; i < values.length; i += 1) expect(values[i]).toBeGreaterThanOrEqual(values[i - 1] ?? 0);
  });
});

describe('seed and scale', () => {
  it('gives the same bytes for the same seed', async () => {
    const twin = await greenButtonBench();
    try {
      const plain = (own: Bench, text: string) => text.replaceAll(own.line.base_url, '{base_url}');
      // All but the address of the control API, which nobody may guess.
      const lineOf = (own: Bench) => plain(own, JSON.stringify({ ...own.line, control_url: '' }));
      expect(lineOf(twin)).toBe(lineOf(bench));
      for (const path of [
        batchOf(0),
        batchOf(4),
        batchOf(3).replace('Subscription', 'RetailCustomer'),
        `/Bulk/${bench.secrets.bulk_uid}`,
      ]) {
        const [mine, other] = await Promise.all([bench.get(path), twin.get(path)]);
        expect(plain(twin, other.text) === plain(bench, mine.text), path).toBe(true);
      }
    } finally {
      await twin.service.stop();
    }
  });

  it('serves as many authorizations as asked for', async () => {
    const many = await greenButtonBench(['--portfolio', '2000']);
    try {
      expect(many.line.authorizations).toHaveLength(2000);
      const last = many.line.authorizations[1500];
      const { text } = await many.get(`/Batch/Subscription/${last?.auth_uid}?published-min=2026-01-01T00:00:00Z`);
      expect(readingsOf(text).length).toBeGreaterThan(1000);
      expect(entitiesOf((await many.get('/Authorization')).text)).toHaveLength(2000);
    } finally {
      await many.service.stop();
    }
  });
});
