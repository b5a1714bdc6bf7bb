/** What the JSON API says of authorizations and meters (status, notes, utility), kept beside their Green Button entries. */
import type { ServiceRecord } from '../engine/index.ts';
import { type ApiAuthorization, type ApiMeter, type JsonApiClient, pageWalk } from '../jsonapi/index.ts';
import type { Engine } from './feed-to-store.ts';

/** Authorizations that one question names, so that its address stays short. */
const UIDS_AT_ONCE = 50;

export interface ServiceRecordsInput {
  engine: Engine;
  api: Pick<JsonApiClient, 'authorizations' | 'meters'>;
  workspace: string;
  /** auth_uids; all that the service lists when it is left out. */
  authorizations: readonly string[] | undefined;
  /** Epoch milliseconds. */
  now: () => number;
  options: { signal: AbortSignal; job: string };
}

/** Asks page by page and keeps each page as it comes. @throws AppError of the JSON API or the engine */
export async function fetchServiceRecords(input: ServiceRecordsInput): Promise<void> {
  const { authorizations } = input;
  if (authorizations === undefined) return await fetchPages(input, undefined);
  for (let at = 0; at < authorizations.length; at += UIDS_AT_ONCE) {
    await fetchPages(input, authorizations.slice(at, at + UIDS_AT_ONCE));
  }
}

async function fetchPages({ engine, api, workspace, now, options }: ServiceRecordsInput, uids?: readonly string[]) {
  const following = pageWalk();
  let next: string | undefined;
  do {
    const page = await api.authorizations(next === undefined ? { uids, withMeters: true } : { next }, options);
    const records = page.items.flatMap(recordsOf);
    for (const authorization of page.items) records.push(...(await restOfMeters(api, authorization, options)));
    await engine.call('serviceRecords.put', { workspace, at: now(), records });
    next = following(
      page.next,
      page.items.map(({ uid }) => uid),
    );
  } while (next !== undefined);
}

function recordsOf({ meters, ...authorization }: ApiAuthorization): ServiceRecord[] {
  const { uid } = authorization;
  const nested = (meters?.meters ?? []).map((meter) => meterRecord(meter, uid));
  return [{ kind: 'authorization', uid, authorization: uid, record: authorization }, ...nested];
}

function meterRecord(meter: ApiMeter, authorization: string): ServiceRecord {
  return { kind: 'meter', uid: meter.uid, authorization, record: meter };
}

/** The meters of an authorization with more than one page of them. */
async function restOfMeters(
  api: ServiceRecordsInput['api'],
  { uid, meters }: ApiAuthorization,
  options: ServiceRecordsInput['options'],
): Promise<ServiceRecord[]> {
  const records: ServiceRecord[] = [];
  const following = pageWalk();
  const uidsOf = (list: readonly ApiMeter[]) => list.map((meter) => meter.uid);
  let next = following(meters?.next ?? undefined, uidsOf(meters?.meters ?? []));
  while (next !== undefined) {
    const page = await api.meters({ next }, options);
    records.push(...page.items.map((meter) => meterRecord(meter, uid)));
    next = following(page.next, uidsOf(page.items));
  }
  return records;
}
