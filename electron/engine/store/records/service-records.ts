/** What the JSON API says of authorizations and meters, kept as it was sent. */
import { wellFormedJson } from '#shared/well-formed.ts';
import type { ServiceRecordCalls } from '../../calls/service-records.ts';
import type { Handlers } from '../context.ts';
import { RECORD_WORDS, recordWords } from '../service-view.ts';
import { RECORD_FACTS } from '../usage-point-facts.ts';

export const serviceRecordHandlers: Handlers<ServiceRecordCalls> = {
  'serviceRecords.put': async ({ workspace, at, records }, context) => {
    if (records.length === 0) return undefined;
    // A list that changes while it is read has a record twice: the last one counts, and joins find one each.
    const lastOfEach = new Map(records.map((one) => [JSON.stringify([one.kind, one.uid, one.authorization]), one]));
    const rows = [...lastOfEach.values()].map(({ record, ...key }) => ({
      ...key,
      record: wellFormedJson(record),
      ...recordWords(record),
    }));
    await context.store(workspace).write(async (connection) => {
      await connection.run(
        `CREATE OR REPLACE TEMP TABLE new_records AS
         SELECT r->>'kind' AS kind, r->>'uid' AS uid, r->>'authorization' AS authorization_uid, r->>'record' AS record,
           ${RECORD_WORDS.map((name) => `r->>'${name}' AS ${name}`).join(', ')}
         FROM (SELECT unnest(?::JSON::JSON[]) AS r)`,
        [wellFormedJson(rows)],
      );
      await connection.run(
        `DELETE FROM service_records o USING new_records n
         WHERE o.kind = n.kind AND o.uid = n.uid AND o.authorization_uid = n.authorization_uid`,
      );
      await connection.run('INSERT INTO service_records BY NAME SELECT *, ?::BIGINT AS fetched_at FROM new_records', [
        at,
      ]);
      await connection.run(
        `UPDATE usage_point_facts SET ${Object.entries(RECORD_FACTS)
          .map(([name, column]) => `${name} = n.${column}`)
          .join(', ')}
         FROM new_records n WHERE n.kind = 'meter' AND usage_point_facts.uid = n.uid
           AND usage_point_facts.authorization_uid = n.authorization_uid AND usage_point_facts.record IS DISTINCT FROM n.shown`,
      );
      await connection.run('DROP TABLE new_records');
    });
    return undefined;
  },
};
