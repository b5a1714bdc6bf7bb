/**
 * What has never run is slow: V8 optimises what ran often, and the code of DuckDB comes from disk as it is needed. The
 * first feed would pay for it, so the engine reads some that it makes up, into a store in memory, and forgets them.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { IngestResult } from './calls/ingest.ts';
import { Engine } from './engine.ts';
import type { FeedReader } from './reading-thread/index.ts';
import { Session } from './store/intake/session.ts';

const WORKSPACE = 'warm-up';
const METERS = 4;
/**
 * Days of each document. The first is small enough to be read in the engine's own thread, the others go to the reading
 * thread: what V8 optimised for the objects of one document it throws away with the next one, and learns for good then.
 */
const DOCUMENTS = [10, 100, 60, 40];
/** So few that some are appended while the feed is read, as those of large feeds are. */
const HOLD_ROWS = 8192;
const START = 1_700_006_400;
const TIME = 'LocalTimeParameters/1';
const PACIFIC = [
  '<espi:dstEndRule>B40E2000</espi:dstEndRule><espi:dstOffset>3600</espi:dstOffset>',
  '<espi:dstStartRule>360E2000</espi:dstStartRule><espi:tzOffset>-28800</espi:tzOffset>',
].join('');
const SERVICE = '<espi:ServiceCategory><espi:kind>0</espi:kind></espi:ServiceCategory>';
const ENERGY = [
  '<espi:accumulationBehaviour>4</espi:accumulationBehaviour><espi:commodity>1</espi:commodity>',
  '<espi:flowDirection>1</espi:flowDirection><espi:intervalLength>900</espi:intervalLength><espi:kind>12</espi:kind>',
  '<espi:powerOfTenMultiplier>0</espi:powerOfTenMultiplier><espi:uom>72</espi:uom>',
].join('');

/**
 * Reads the feeds in small steps, between which calls are answered.
 * @param reader the reader to warm, with its thread.
 * @param pause awaited before every step: resolves once there is nothing better to do.
 * @returns what was read, document by document; undefined when the signal came first.
 */
export async function warmUp(
  reader: FeedReader,
  pause: () => Promise<void>,
  signal: AbortSignal,
): Promise<IngestResult[] | undefined> {
  const folder = await mkdtemp(path.join(tmpdir(), 'meterscope-warm-up-'));
  const engine = new Engine();
  try {
    await engine.call('store.open', { workspace: WORKSPACE, file: ':memory:', rawFolder: folder, zone: 'UTC' });
    const store = engine.store(WORKSPACE);
    store.holdRows = HOLD_ROWS;
    const results: IngestResult[] = [];
    const { read } = reader;
    reader.prepare();
    for (const days of DOCUMENTS) {
      // Named as a file, so that no copy of it is kept.
      const source = { kind: 'file', label: WORKSPACE, path: `${WORKSPACE} ${days}` } as const;
      const session = await Session.begin(store, { read, source, progress: () => undefined });
      for (const piece of feed(days)) {
        await pause();
        if (signal.aborted) {
          await session.abort();
          return undefined;
        }
        await session.write(Buffer.from(piece));
        await setImmediate();
      }
      results.push(await session.finish());
    }
    return results;
  } finally {
    await engine.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Pieces of a feed as custodians write them: half of its meters indented, half with prefixes and costs. */
function* feed(days: number): Generator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><id>urn:uuid:0</id><title>Warm-up</title><updated>2024-01-01T00:00:00Z</updated>\n`;
  yield entry('LocalTimeParameters', TIME, 'LocalTimeParameters', [], PACIFIC);
  for (let meter = 1; meter <= METERS; meter += 1) {
    const point = `User/1/UsagePoint/${meter}`;
    yield entry('UsagePoint', point, 'User/1/UsagePoint', [`${point}/MeterReading`, TIME], SERVICE);
    const folder = `${point}/MeterReading`;
    yield entry('MeterReading', `${folder}/1`, folder, [`${folder}/1/IntervalBlock`, `ReadingType/${meter}`], '');
    yield entry('ReadingType', `ReadingType/${meter}`, 'ReadingType', [], ENERGY);
    for (let day = 0; day < days; day += 1) yield block(point, meter, day);
  }
  yield '</feed>\n';
}

function block(point: string, meter: number, day: number): string {
  const folder = `${point}/MeterReading/1/IntervalBlock`;
  const midnight = START + day * 86_400;
  const write = meter % 2 === 0 ? prefixed : indented;
  let readings = '';
  for (let quarter = 0; quarter < 96; quarter += 1) {
    readings += write(midnight + quarter * 900, (day * 7919 + quarter * 104_729) % 90_000, quarter % 8 === 0);
  }
  const span = `<espi:interval><espi:duration>86400</espi:duration><espi:start>${midnight}</espi:start></espi:interval>`;
  return entry('IntervalBlock', `${folder}/${day}`, folder, [], span + readings);
}

function entry(kind: string, self: string, up: string, related: readonly string[], content: string): string {
  const links = related.map((href) => `<link rel="related" href="https://a.example/${href}"/>`).join('\n    ');
  return `  <entry>
    <id>urn:uuid:${self}</id>
    <link rel="self" href="https://a.example/${self}"/>
    <link rel="up" href="https://a.example/${up}"/>
    ${links}
    <title>${kind}</title>
    <content><espi:${kind} xmlns:espi="http://naesb.org/espi" xmlns="http://naesb.org/espi">${content}</espi:${kind}></content>
    <published>2024-01-01T00:00:00Z</published>
    <updated>2024-01-01T00:00:00Z</updated>
  </entry>\n`;
}

function indented(start: number, value: number, estimated: boolean): string {
  const quality = estimated
    ? '\n        <ReadingQuality>\n          <quality>8</quality>\n        </ReadingQuality>'
    : '';
  return `
      <IntervalReading>${quality}
        <timePeriod>
          <duration>900</duration>
          <start>${start}</start>
        </timePeriod>
        <value>${value}</value>
      </IntervalReading>`;
}

function prefixed(start: number, value: number, peak: boolean): string {
  const bucket = peak ? '<espi:tou>1</espi:tou>' : '';
  const time = `<espi:duration>900</espi:duration><espi:start>${start}</espi:start>`;
  const cost = `<espi:cost>${value * 3}</espi:cost>`;
  return `<espi:IntervalReading>${cost}<espi:timePeriod>${time}</espi:timePeriod><espi:value>${value}</espi:value>${bucket}</espi:IntervalReading>`;
}
