/**
 * Writes Batch feeds of a wanted size as a custodian does: usage points with a MeterReading, a ReadingType and daily
 * IntervalBlocks of 15-minute readings, indented, every tenth reading estimated. Deterministic.
 */

import { valuesOf } from './meter-values.ts';

/** Seconds of a reading, unless told otherwise. */
const LENGTH = 900;
const BLOCKS_PER_METER = 365;
const FIRST_DAY = 1_672_549_200;
const DAY = 86_400;
const BASE = 'https://utility.example/DataCustodian/espi/1_1/resource';

export interface GeneratedFeed {
  readings: number;
  sumValue: number;
}

/** Pieces of a feed of about `bytes` bytes; `made` counts what was written. */
export function* generateFeed(bytes: number, made: GeneratedFeed = { readings: 0, sumValue: 0 }): Generator<string> {
  let written = 0;
  const count = (text: string): string => {
    written += text.length;
    return text;
  };
  yield count(HEAD);
  for (let meter = 1; written < bytes; meter++) {
    yield count(meterEntries(meter));
    for (let day = 0; day < BLOCKS_PER_METER && written < bytes; day++) yield count(blockEntry(meter, day, made));
  }
  yield '</feed>\n';
}

/** Pieces of a feed of one meter, with readings of `length` seconds (a divisor of a day) for so many days. */
export function* generateMeter(meter: number, days: number, length: number): Generator<string> {
  const made: GeneratedFeed = { readings: 0, sumValue: 0 };
  yield HEAD + meterEntries(meter, length);
  for (let day = 0; day < days; day++) yield blockEntry(meter, day, made, length);
  yield '</feed>\n';
}

/** Pieces of a feed of one day of many meters, as a nightly sync brings it; quarter hours of the simulator's meters. */
export function* generateDay(meters: number, day: number): Generator<string> {
  const made: GeneratedFeed = { readings: 0, sumValue: 0 };
  yield HEAD;
  for (let meter = 1; meter <= meters; meter++)
    yield meterEntries(meter, LENGTH, 0) + blockEntry(meter, day, made, LENGTH, valuesOf(meter, day));
  yield '</feed>\n';
}

/** Epoch seconds of the first reading of every meter. */
export const FIRST_READING = FIRST_DAY;

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>urn:uuid:31a03bbc-5ce2-5cdc-b10d-4f626b106337</id>
  <title>Batch</title>
  <updated>2024-09-04T08:02:15Z</updated>
`;

function entry(self: string, up: string, related: string[], title: string, payload: string): string {
  const links = [`<link rel="self" href="${BASE}/${self}"/>`, `<link rel="up" href="${BASE}/${up}"/>`].concat(
    related.map((href) => `<link rel="related" href="${BASE}/${href}"/>`),
  );
  return `  <entry>
    <id>urn:uuid:${title}-${self.length}-${self.replaceAll('/', '-')}</id>
    ${links.join('\n    ')}
    <title>${title}</title>
    <published>2024-09-04T07:55:48Z</published>
    <updated>2024-09-04T08:02:15Z</updated>
    <content type="application/xml">
${payload}
    </content>
  </entry>
`;
}

/** @param power of ten of its watt hours */
function meterEntries(meter: number, length = LENGTH, power = -3): string {
  const point = `Subscription/1/UsagePoint/${meter}`;
  return (
    entry(
      point,
      'Subscription/1/UsagePoint',
      [`${point}/MeterReading`, 'LocalTimeParameters/1'],
      'UsagePoint',
      '      <UsagePoint xmlns="http://naesb.org/espi"><ServiceCategory><kind>0</kind></ServiceCategory></UsagePoint>',
    ) +
    entry(
      `${point}/MeterReading/1`,
      `${point}/MeterReading`,
      [`${point}/MeterReading/1/IntervalBlock`, `ReadingType/${meter}`],
      'MeterReading',
      '      <MeterReading xmlns="http://naesb.org/espi"/>',
    ) +
    entry(
      `ReadingType/${meter}`,
      'ReadingType',
      [],
      'ReadingType',
      `      <ReadingType xmlns="http://naesb.org/espi">
        <accumulationBehaviour>4</accumulationBehaviour>
        <commodity>1</commodity>
        <flowDirection>1</flowDirection>
        <intervalLength>${length}</intervalLength>
        <kind>12</kind>
        <powerOfTenMultiplier>${power}</powerOfTenMultiplier>
        <uom>72</uom>
      </ReadingType>`,
    )
  );
}

function blockEntry(
  meter: number,
  day: number,
  made: GeneratedFeed,
  length = LENGTH,
  values: readonly number[] = [],
): string {
  const block = `Subscription/1/UsagePoint/${meter}/MeterReading/1/IntervalBlock`;
  const start = FIRST_DAY + day * DAY;
  let readings = '';
  for (let i = 0; i < DAY / length; i++) {
    const value = values[i] ?? 50_000 + ((meter * 7919 + day * 104_729 + i * 1_299_709) % 900_000);
    made.readings++;
    made.sumValue += value;
    const quality = i % 10 === 9 ? QUALITY : '';
    readings += `        <IntervalReading>
${quality}          <timePeriod>
            <duration>${length}</duration>
            <start>${start + i * length}</start>
          </timePeriod>
          <value>${value}</value>
        </IntervalReading>
`;
  }
  return entry(
    `${block}/${day + 1}`,
    block,
    [],
    'IntervalBlock',
    `      <IntervalBlock xmlns="http://naesb.org/espi">
        <interval>
          <duration>86400</duration>
          <start>${start}</start>
        </interval>
${readings}      </IntervalBlock>`,
  );
}

const QUALITY = `          <ReadingQuality>
            <quality>8</quality>
          </ReadingQuality>
`;
