/** Green Button files made for one test each, and the steps that open them in the program. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Program } from './fixtures.ts';
import { goTo } from './support-steps.ts';

export interface MadeReading {
  /** Epoch seconds. */
  start: number;
  /** As sent: an integer on the scale of the reading type. */
  value: number;
  /** QualityOfReading; left out where undefined. */
  quality?: number;
  tou?: number;
  /** In 1/100,000 of the currency of the reading type. */
  cost?: number;
}

/** LocalTimeParameters: seconds, and rules as of espi-facts section 4. */
export interface MadeZone {
  tzOffset: number;
  dstOffset: number;
  dstStartRule: string;
  dstEndRule: string;
}

interface MadeSeries {
  readingType: Record<string, number>;
  /** Seconds. */
  length: number;
  readings: readonly MadeReading[];
}

export interface MadeMeter {
  title: string;
  /** ServiceKind. */
  service: number;
  zone: MadeZone;
  series: readonly MadeSeries[];
  bill?: { start: number; duration: number; wattHours: number; total: number };
}

/** The `nth` Sunday of a month at an hour, as the 32 bits of DstRuleType. */
export function sundayRule(month: number, nth: number, hour: number): string {
  const bits = month * 2 ** 28 + (nth + 1) * 2 ** 25 + 7 * 2 ** 17 + hour * 2 ** 12;
  return bits.toString(16).toUpperCase().padStart(8, '0');
}

export const LOS_ANGELES: MadeZone = {
  tzOffset: -8 * 3600,
  dstOffset: 3600,
  dstStartRule: sundayRule(3, 2, 2),
  dstEndRule: sundayRule(11, 1, 2),
};

/** Electricity delivered by the quarter of an hour in Wh; what differs is given. */
export function quarterHours(differs: Record<string, number> = {}): Record<string, number> {
  return {
    accumulationBehaviour: 4,
    commodity: 1,
    flowDirection: 1,
    intervalLength: 900,
    kind: 12,
    powerOfTenMultiplier: 0,
    uom: 72,
    ...differs,
  };
}

/** Readings without a hole from one instant until another. */
export function steadily(
  from: number,
  to: number,
  length: number,
  make: (index: number, start: number) => Omit<MadeReading, 'start'> | undefined,
): MadeReading[] {
  const readings: MadeReading[] = [];
  for (let start = from, index = 0; start < to; start += length, index += 1) {
    const made = make(index, start);
    if (made) readings.push({ start, ...made });
  }
  return readings;
}

/** Writes the meter's file into the test's own folder, opens it, and waits until its chart is drawn. */
export async function openMeter(program: Program, meter: MadeMeter): Promise<void> {
  await openText(program, `${meter.title.replaceAll(' ', '-')}.xml`, greenButton(meter));
  const { page } = program;
  await expect(page.getByRole('heading', { level: 1, name: meter.title })).toBeVisible({ timeout: 60_000 });
  await expect(drawn(program).first()).toHaveAttribute('data-points', /[1-9]/, { timeout: 60_000 });
}

/** Writes a document into the test's own folder, and opens it as the user does. */
export async function openText(program: Program, name: string, text: string): Promise<void> {
  const folder = path.join(program.data, 'made');
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, name);
  await writeFile(file, text);
  const { page } = program;
  await goTo(program, '/w/files/files');
  await expect(page.getByRole('heading', { level: 1, name: 'Files' })).toBeVisible();
  if (program.electron) {
    await program.electron.evaluate(({ dialog }, filePath) => {
      // A native dialog cannot be clicked by a test; what it answers is all that is replaced.
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [filePath] });
    }, file);
    await page.getByRole('button', { name: 'Open files' }).first().click();
  } else {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Open files' }).first().click();
    await (await chooser).setFiles([file]);
  }
}

/** The series that the load profile draws. */
export const drawn = (program: Program) =>
  program.page.getByRole('application', { name: /^Load profile/ }).locator('[data-series]');

let subscriptions = 0;

function greenButton({ title, service, zone, series, bill }: MadeMeter): string {
  subscriptions += 1;
  const resource = 'https://custodian.example/espi/1_1/resource';
  const point = `${resource}/Subscription/${subscriptions}/UsagePoint/${subscriptions}`;
  const time = `${resource}/LocalTimeParameters/${subscriptions}`;
  const entries = [
    entry(
      title,
      [`self ${point}`, `related ${point}/MeterReading`, `related ${time}`],
      `<UsagePoint xmlns="http://naesb.org/espi"><ServiceCategory><kind>${service}</kind></ServiceCategory></UsagePoint>`,
    ),
    entry('Time', [`self ${time}`], element('LocalTimeParameters', sorted({ ...zone }))),
    ...series.flatMap((one, index) =>
      seriesEntries(one, point, `${resource}/ReadingType/${subscriptions}-${index}`, index),
    ),
    ...(bill ? [billEntry(bill, point)] : []),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><id>urn:uuid:${uuid()}</id><title>${title}</title><updated>2026-01-01T00:00:00Z</updated>
${entries.join('\n')}
</feed>`;
}

function seriesEntries({ readingType, readings }: MadeSeries, point: string, type: string, index: number): string[] {
  const reading = `${point}/MeterReading/${index + 1}`;
  const first = readings[0]?.start ?? 0;
  const length = readingType.intervalLength ?? 0;
  const duration = (readings.at(-1)?.start ?? 0) + length - first;
  const lines = readings.map(
    ({ start, value, quality, tou, cost }) =>
      `<IntervalReading>${cost === undefined ? '' : `<cost>${cost}</cost>`}${quality === undefined ? '' : `<ReadingQuality><quality>${quality}</quality></ReadingQuality>`}<timePeriod><duration>${length}</duration><start>${start}</start></timePeriod><value>${value}</value>${tou === undefined ? '' : `<tou>${tou}</tou>`}</IntervalReading>`,
  );
  return [
    entry(
      'Reading',
      [`self ${reading}`, `up ${point}/MeterReading`, `related ${reading}/IntervalBlock`, `related ${type}`],
      '<MeterReading xmlns="http://naesb.org/espi"/>',
    ),
    entry('Type', [`self ${type}`], element('ReadingType', sorted(readingType))),
    entry(
      'Block',
      [`self ${reading}/IntervalBlock/1`, `up ${reading}/IntervalBlock`],
      `<IntervalBlock xmlns="http://naesb.org/espi"><interval><duration>${duration}</duration><start>${first}</start></interval>${lines.join('\n')}</IntervalBlock>`,
    ),
  ];
}

function billEntry({ start, duration, wattHours, total }: NonNullable<MadeMeter['bill']>, point: string): string {
  return entry(
    'Bill',
    [`self ${point}/UsageSummary/1`, `up ${point}/UsageSummary`],
    `<UsageSummary xmlns="http://naesb.org/espi"><billingPeriod><duration>${duration}</duration><start>${start}</start></billingPeriod><billLastPeriod>${total * 100_000}</billLastPeriod><currency>840</currency><overallConsumptionLastPeriod><powerOfTenMultiplier>0</powerOfTenMultiplier><uom>72</uom><value>${wattHours}</value></overallConsumptionLastPeriod><commodity>1</commodity></UsageSummary>`,
  );
}

/** Links are written `rel href`. */
function entry(title: string, links: readonly string[], content: string): string {
  const written = links.map((link) => link.split(' ')).map(([rel, href]) => `<link rel="${rel}" href="${href}"/>`);
  return `<entry><id>urn:uuid:${uuid()}</id>${written.join('')}<title>${title}</title><content>${content}</content><published>2026-01-01T00:00:00Z</published><updated>2026-01-01T00:00:00Z</updated></entry>`;
}

const sorted = (members: Record<string, string | number>) =>
  Object.entries(members).sort(([a], [b]) => a.localeCompare(b));

function element(name: string, members: readonly [string, string | number][]): string {
  return `<${name} xmlns="http://naesb.org/espi">${members.map(([member, value]) => `<${member}>${value}</${member}>`).join('')}</${name}>`;
}

const uuid = () => crypto.randomUUID();
