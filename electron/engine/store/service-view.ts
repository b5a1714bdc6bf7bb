/**
 * What the JSON API said of an authorization or a meter: as it is shown, and the words that lists are ordered by and searched for. It is
 * read with patience, without schemas: the engine loads none.
 */
import type { ServiceView } from '#shared/contract/portfolio.ts';
import { latestNote } from '#shared/service-note.ts';
import { wellFormedJson } from '#shared/well-formed.ts';
import type { Cell, Connection, Row } from './database.ts';
import { json } from './row.ts';

/** What lists are ordered by and searched for, and the members that they show, kept beside the record. */
export const RECORD_WORDS = ['utility', 'note', 'nickname', 'referral', 'words', 'shown'] as const;

/** Members of a record that are shown. */
const SHOWN = ['utility', 'status', 'status_message', 'status_ts', 'nickname', 'referrals', 'notes'] as const;

/** @param record as it was sent, parsed */
export function recordWords(record: unknown): Record<(typeof RECORD_WORDS)[number], string | undefined> {
  const view = viewOf(record);
  const note = latestNote(view);
  const { utility, nickname, referrals = [] } = view ?? {};
  const shown = { utility, note: note?.message ?? note?.type, nickname, referral: referrals.join(', ') || undefined };
  const words = Object.values(shown).filter((one) => one !== undefined);
  const sent = members(record);
  return {
    ...shown,
    words: words.join('\n').toLowerCase(),
    shown: sent && wellFormedJson(Object.fromEntries(SHOWN.map((name) => [name, sent[name]]))),
  };
}

/** A store of an earlier version has records without them. */
export async function fillRecordWords(connection: Connection): Promise<void> {
  const rows = await connection.rows(
    'SELECT kind, uid, authorization_uid, record FROM service_records WHERE words IS NULL',
  );
  if (rows.length === 0) return;
  const filled = rows.map(({ record, ...key }) => ({ ...key, ...recordWords(json(record)) }));
  await connection.transaction(() =>
    connection.run(
      `UPDATE service_records SET ${RECORD_WORDS.map((name) => `${name} = (n.r->>'${name}')`).join(', ')}
       FROM (SELECT unnest(?::JSON::JSON[]) AS r) n 
       WHERE kind = (n.r->>'kind') AND uid = (n.r->>'uid') AND authorization_uid = (n.r->>'authorization_uid')`,
      [wellFormedJson(filled)],
    ),
  );
}

/** What is shown of the records of rows of authorizations (`uid`). Joined to them, all would be hashed for a page of a hundred rows. */
export async function recordsOf(connection: Connection, rows: readonly Row[]): Promise<(row: Row) => Cell> {
  const records = await connection.rows(
    `SELECT uid, shown FROM service_records WHERE kind = 'authorization' AND uid IN (SELECT unnest(?::JSON::VARCHAR[]))`,
    [JSON.stringify(rows.map(({ uid }) => uid))],
  );
  const byUid = new Map(records.map(({ uid, shown = null }) => [uid, shown]));
  return ({ uid }) => byUid.get(uid) ?? null;
}

/**
 * A record as it is shown; a member of a wrong type is left out. Undefined where the service was not asked yet.
 * @param record as it was sent, or its members that are shown, as JSON
 */
export function serviceView(record: Cell | undefined): ServiceView | undefined {
  return viewOf(json(record));
}

function viewOf(record: unknown): ServiceView | undefined {
  const read = members(record);
  if (read === undefined) return undefined;
  return {
    utility: words(read.utility),
    status: words(read.status),
    message: words(read.status_message),
    statusAt: instant(read.status_ts),
    nickname: words(read.nickname),
    referrals: list(read.referrals).filter((one) => typeof one === 'string'),
    notes: list(read.notes).map((one) => {
      const { type, msg, ts, eta } = members(one) ?? {};
      return { type: words(type) ?? 'note', message: words(msg), at: instant(ts), eta: instant(eta) };
    }),
  };
}

function members(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null ? { ...value } : undefined;
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function words(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** ISO 8601 as epoch milliseconds. */
function instant(iso: unknown): number | undefined {
  const at = typeof iso === 'string' ? Date.parse(iso) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}
