/**
 * One authorization resource by resource, where its batch does not get built in time: usage points, their local time,
 * meter readings, reading types, interval blocks, usage summaries, power quality summaries.
 */
import { AppError } from '#shared/errors.ts';
import { matchResource, type PathValues, type ResourceName } from '#shared/resources.ts';
import type { IngestResult } from '../engine/index.ts';
import { type EntryLinks, entryLinks, type GetOptions } from '../greenbutton/index.ts';
import type { HttpStream } from '../http/index.ts';
import { answerDate, type Client, type Destination, feedToStore, textToStore } from './feed-to-store.ts';

export interface Walk {
  client: Client;
  authorization: string;
  to: Destination;
  options: GetOptions;
  /** Called with what is fetched next, in words. */
  onStep: (step: string) => void;
}

export interface Walked {
  /** What each answer did to the store. */
  results: IngestResult[];
  /** The service's clock at the first answer, epoch milliseconds: what it adds later may have been missed. */
  date: number | undefined;
  /** An entry did not say where what belongs to it is, so that was passed over. */
  nameless: AppError | undefined;
}

/** Fetches and keeps everything. Throws at the first resource that fails. */
export async function walkResources(walk: Walk): Promise<Walked> {
  const auth_uid = walk.authorization;
  const seen = new Set<string>();
  const results: IngestResult[] = [];
  let nameless: AppError | undefined;
  walk.onStep('usage points');
  const { entries: points, date } = await list(walk, 'UsagePointList', { auth_uid }, results);
  for (const [number, point] of points.entries()) {
    const meter_uid = point.self?.values.meter_uid;
    if (meter_uid === undefined) {
      nameless ??= withoutAddress('usage point', point.selfHref);
      continue;
    }
    const what = `usage point ${number + 1} of ${points.length}`;
    walk.onStep(what);
    await linked(walk, point.related, 'LocalTimeParameters', seen, results);
    nameless = (await walkReadings(walk, { auth_uid, meter_uid }, what, seen, results)) ?? nameless;
    for (const name of ['UsageSummaryList', 'ElectricPowerQualitySummaryList'] as const) {
      walk.onStep(`${what}: ${name === 'UsageSummaryList' ? 'usage summaries' : 'power quality'}`);
      results.push(await stream(walk, name, { auth_uid, meter_uid }));
    }
  }
  return { results, date, nameless };
}

/** @returns what is wrong with an entry that does not say where its readings are */
async function walkReadings(
  walk: Walk,
  point: PathValues,
  what: string,
  seen: Set<string>,
  results: IngestResult[],
): Promise<AppError | undefined> {
  let nameless: AppError | undefined;
  const { entries: readings } = await list(walk, 'MeterReadingList', point, results);
  for (const [number, reading] of readings.entries()) {
    const reading_uid = reading.self?.values.reading_uid;
    if (reading_uid === undefined) {
      nameless ??= withoutAddress('meter reading', reading.selfHref);
      continue;
    }
    walk.onStep(`${what}: meter reading ${number + 1} of ${readings.length}`);
    await linked(walk, reading.related, 'ReadingType', seen, results);
    results.push(await stream(walk, 'IntervalBlockList', { ...point, reading_uid }));
  }
  return nameless;
}

/** A list that is kept and walked through; it is small, so it is held in memory. */
async function list(walk: Walk, name: ResourceName, values: PathValues, results: IngestResult[]) {
  const { client, to, options } = walk;
  const keep = async (answer: HttpStream) => ({ ...(await textToStore(answer, to)), date: answerDate(answer) });
  const { result, text, date } = await client.stream(name, values, keep, options);
  const entries = linksOf(text);
  // The engine reads encodings and broken XML that the parser here does not: what is below the entries that it lost is missing.
  results.push(entries?.length === result.entries ? result : { ...result, damaged: true });
  return { entries: entries ?? [], date };
}

/** Undefined where the parser gave up. */
function linksOf(text: string): EntryLinks[] | undefined {
  try {
    return entryLinks(text);
  } catch {
    return undefined;
  }
}

async function stream(walk: Walk, name: ResourceName, values: PathValues): Promise<IngestResult> {
  return await walk.client.stream(name, values, (answer) => feedToStore(answer, walk.to), walk.options);
}

/** The resources of one kind that an entry points at, each once. */
async function linked(
  walk: Walk,
  hrefs: readonly string[],
  name: ResourceName,
  seen: Set<string>,
  results: IngestResult[],
): Promise<void> {
  const options = { ...walk.options, authorization: walk.authorization };
  for (const href of hrefs) {
    if (seen.has(href) || matchResource(href)?.resource.name !== name) continue;
    seen.add(href);
    results.push(await walk.client.streamHref(href, (answer) => feedToStore(answer, walk.to), options));
  }
}

function withoutAddress(what: string, selfHref: string | undefined): AppError {
  return new AppError({
    code: 'entry_without_address',
    message: `An entry in the list of ${what}s does not say which ${what} it is, so its data could not be fetched.`,
    action: 'Fetch again later: where the service has its batch ready, all of it comes at once.',
    details: { selfHref },
  });
}
