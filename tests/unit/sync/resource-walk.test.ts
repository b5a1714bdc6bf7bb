import { describe, expect, it } from 'vitest';
import type { HttpStream } from '../../../electron/http/index.ts';
import { type Walk, walkResources } from '../../../electron/sync/resource-walk.ts';
import { resourceNamed, resourcePath } from '../../../shared/resources.ts';

const BASE = 'https://u.example/DataCustodian/espi/1_1/resource';
const sub = (path: string) => `${BASE}/Subscription/a1/${path}`;
const feed = (...entries: string[]) => `<feed xmlns="http://www.w3.org/2005/Atom">${entries.join('')}</feed>`;
const entry = (self: string, ...related: string[]) =>
  `<entry><link rel="self" href="${self}"/>${related.map((href) => `<link rel="related" href="${href}"/>`).join('')}</entry>`;

/** A service by the ends of its addresses, and the paths that it was asked for. */
function serviceOf(answers: Record<string, string | Uint8Array>) {
  const asked: string[] = [];
  const steps: string[] = [];
  const streamOf = (path: string): HttpStream => {
    asked.push(path);
    const text = answers[path] ?? feed();
    const body = (async function* () {
      yield typeof text === 'string' ? new TextEncoder().encode(text) : text;
    })();
    return { requestId: 'r', status: 200, headers: {}, url: path, answeredAt: 0, body };
  };
  const client: Walk['client'] = {
    stream: async (name, values, consume) => await consume(streamOf(resourcePath(resourceNamed(name), values))),
    streamHref: async (href, consume) => await consume(streamOf(href)),
  };
  const ingest = async () => {
    const bytes: Uint8Array[] = [];
    // As the engine does, it reads more encodings than one.
    const text = () => Buffer.concat(bytes).toString('latin1').replaceAll('\0', '');
    return {
      write: async (chunk: Uint8Array) => void bytes.push(chunk),
      abort: async () => undefined,
      finish: async () => ({ readings: 1, damaged: false, entries: text().match(/<entry>/g)?.length ?? 0 }),
    };
  };
  const walk = {
    client,
    authorization: 'a1',
    to: {
      engine: { ingest },
      workspace: 'w',
      onBytes: () => undefined,
      onStored: () => undefined,
    },
    options: {},
    onStep: (step: string) => void steps.push(step),
  } as unknown as Walk; // as much of the engine as is used
  return { walk, asked, steps };
}

describe('an authorization, resource by resource', () => {
  it('fetches usage points, their meter readings with blocks, and their summaries; what is linked twice comes once', async () => {
    const zone = `${BASE}/LocalTimeParameters/1`;
    const type = `${BASE}/ReadingType/7`;
    const pointList = resourcePath(resourceNamed('UsagePointList'), { auth_uid: 'a1' });
    const readingList = (meter_uid: string) =>
      resourcePath(resourceNamed('MeterReadingList'), { auth_uid: 'a1', meter_uid });
    const reading = (meter: string, uid: string) => entry(sub(`UsagePoint/${meter}/MeterReading/${uid}`), type);
    const { walk, asked, steps } = serviceOf({
      [pointList]: feed(entry(sub('UsagePoint/m1'), zone), entry(sub('UsagePoint/m2'), zone)),
      [readingList('m1')]: feed(reading('m1', 'r1'), reading('m1', 'r2')),
      [readingList('m2')]: feed(reading('m2', 'r3')),
    });
    const { results } = await walkResources(walk);
    const of = (path: string) => asked.filter((one) => one.includes(path)).length;
    expect([of('LocalTimeParameters'), of('ReadingType'), of('IntervalBlock')]).toEqual([1, 1, 3]);
    expect([of('UsageSummary'), of('ElectricPowerQualitySummary')]).toEqual([2, 2]);
    expect(results).toHaveLength(asked.length);
    expect(steps[0]).toBe('usage points');
    expect(steps).toContain('usage point 1 of 2: meter reading 2 of 2');
    expect(steps.at(-1)).toBe('usage point 2 of 2: power quality');
  });

  it('goes on below a base that is not the one of the specification', async () => {
    const pointList = resourcePath(resourceNamed('UsagePointList'), { auth_uid: 'a1' });
    const type = 'https://gw.example/gbc/v1/ReadingType/7';
    const readings = '/Subscription/a1/UsagePoint/m1/MeterReading';
    const { walk, asked } = serviceOf({
      [pointList]: feed(entry('https://gw.example/gbc/v1/Subscription/a1/UsagePoint/m1')),
      [readings]: feed(entry(`https://gw.example/gbc/v1${readings}/r1`, type)),
    });
    await walkResources(walk);
    expect(asked.slice(0, 4)).toEqual([pointList, readings, type, `${readings}/r1/IntervalBlock`]);
  });

  it.each([
    '',
    '<link rel="self" href="https://u.example/data?id=5"/>',
    `<link rel="self" href="${sub('UsagePoint')}"/>`,
  ])('passes an entry by whose address it does not know, fetches the others, and says so: %j', async (link) => {
    const pointList = resourcePath(resourceNamed('UsagePointList'), { auth_uid: 'a1' });
    const readings = `${pointList}/m1/MeterReading`;
    const nameless = `<entry>${link}</entry>`;
    const known = entry(sub('UsagePoint/m1'));
    for (const answers of [
      { [pointList]: feed(nameless, known) },
      { [pointList]: feed(known), [readings]: feed(nameless) },
    ]) {
      const { walk, asked } = serviceOf(answers);
      expect(await walkResources(walk)).toMatchObject({ nameless: { code: 'entry_without_address' } });
      expect(asked).toContain(`${pointList}/m1/ElectricPowerQualitySummary`);
    }
  });

  it('walks through all documents of one answer', async () => {
    const pointList = resourcePath(resourceNamed('UsagePointList'), { auth_uid: 'a1' });
    const documents = ['m1', 'm2'].map((meter) => feed(entry(sub(`UsagePoint/${meter}`))));
    const { walk, asked } = serviceOf({ [pointList]: documents.join('\n') });
    expect((await walkResources(walk)).results.some(({ damaged }) => damaged)).toBe(false);
    for (const meter of ['m1', 'm2']) expect(asked).toContain(`${pointList}/${meter}/MeterReading`);
  });

  it.each<[string, (list: string) => string | Uint8Array]>([
    ['in another encoding', (list) => Buffer.from(`\ufeff${list}`, 'utf16le')],
    ['that the parser of links gives up', (list) => list.replace('</feed>', '<entry><content></entry></feed>')],
    [
      'with an entry that it does not find',
      (list) => list.replace('</feed>', `<x>${entry(sub('UsagePoint/m2'))}</x></feed>`),
    ],
  ])('says that some is missing where a list comes %s', async (_what, written) => {
    const pointList = resourcePath(resourceNamed('UsagePointList'), { auth_uid: 'a1' });
    const { walk } = serviceOf({ [pointList]: written(feed(entry(sub('UsagePoint/m1')))) });
    const { results } = await walkResources(walk);
    expect(results.map(({ damaged }) => damaged)).toContain(true);
  });

  it('ends at the first resource that fails', async () => {
    const { walk } = serviceOf({});
    const failing: Walk = { ...walk, client: { ...walk.client, stream: () => Promise.reject(new Error('refused')) } };
    await expect(walkResources(failing)).rejects.toThrow('refused');
  });
});
