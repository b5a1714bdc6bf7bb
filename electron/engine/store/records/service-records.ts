/** What the JSON API says of authorizations and meters, kept as it was sent and read with patience (without schemas: the engine loads none). */
import type { ServiceView } from '#shared/contract/portfolio.ts';
import { wellFormedJson } from '#shared/well-formed.ts';
import type { ServiceRecordCalls } from '../../calls/service-records.ts';
import type { Handlers } from '../context.ts';
import type { Cell } from '../database.ts';
import { json } from '../row.ts';

export const serviceRecordHandlers: Handlers<ServiceRecordCalls> = {
  'serviceRecords.put': async ({ workspace, at, records }, context) => {
    if (records.length === 0) return undefined;
    const rows = wellFormedJson(records.map(({ record, ...key }) => ({ ...key, record: wellFormedJson(record) })));
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

/** A record as it is shown; a member of a wrong type is left out. Undefined where the service was not asked yet. */
export function serviceView(record: Cell | undefined): ServiceView | undefined {
  const read = members(json(record));
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
