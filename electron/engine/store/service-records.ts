/** What the JSON API says of authorizations and meters, kept as it was sent and read with patience. */
import { z } from 'zod';
import type { ServiceView } from '#shared/contract/portfolio.ts';
import type { ServiceRecordCalls } from '../calls/service-records.ts';
import type { Handlers } from './context.ts';
import type { Cell } from './database.ts';
import { json } from './row.ts';

export const serviceRecordHandlers: Handlers<ServiceRecordCalls> = {
  'serviceRecords.put': async ({ workspace, at, records }, context) => {
    if (records.length === 0) return undefined;
    const rows = JSON.stringify(records.map(({ record, ...key }) => ({ ...key, record: JSON.stringify(record) })));
    await context.store(workspace).write(async (connection) => {
      await connection.run(
        `CREATE OR REPLACE TEMP TABLE new_records AS
         SELECT r->>'kind' AS kind, r->>'uid' AS uid, r->>'authorization' AS authorization_uid, r->>'record' AS record
         FROM (SELECT unnest(?::JSON::JSON[]) AS r)`,
        [rows],
      );
      await connection.run(
        `DELETE FROM service_records o USING new_records n
         WHERE o.kind = n.kind AND o.uid = n.uid AND o.authorization_uid = n.authorization_uid`,
      );
      await connection.run('INSERT INTO service_records SELECT *, ? FROM new_records', [at]);
      await connection.run('DROP TABLE new_records');
    });
    return undefined;
  },
};

const text = z.string().nullish().catch(undefined);

const note = z.object({ type: text, msg: text, ts: text, eta: text });

/** Members that are shown; one of a wrong type is left out, and costs the others nothing. */
const shown = z.object({
  utility: text,
  status: text,
  status_message: text,
  status_ts: text,
  nickname: text,
  referrals: z.array(z.string()).nullish().catch(undefined),
  notes: z.array(note).nullish().catch(undefined),
});

/** A record as it is shown; undefined where the service was not asked yet. */
export function serviceView(record: Cell | undefined): ServiceView | undefined {
  const read = shown.safeParse(json(record)).data;
  if (read === undefined) return undefined;
  return {
    utility: read.utility ?? undefined,
    status: read.status ?? undefined,
    message: read.status_message ?? undefined,
    statusAt: instant(read.status_ts),
    nickname: read.nickname ?? undefined,
    referrals: read.referrals ?? [],
    notes: (read.notes ?? []).map(({ type, msg, ts, eta }) => ({
      type: type ?? 'note',
      message: msg ?? undefined,
      at: instant(ts),
      eta: instant(eta),
    })),
  };
}

/** ISO 8601 as epoch milliseconds. */
function instant(iso: string | null | undefined): number | undefined {
  const at = iso ? Date.parse(iso) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}
