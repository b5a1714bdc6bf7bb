/** What else is known about a meter: its power quality summaries, and the customer side of its authorization. */
import type { CustomerEntity, PowerQualityRow } from '#shared/contract/analysis.ts';
import type { SomeHandlers } from '../context.ts';
import type { Row } from '../database.ts';
import { json, number, optionalNumber, optionalText, text } from '../row.ts';

/** What a picture of bars, and a tree that is shown as a whole, can hold. */
const MOST_SUMMARIES = 5000;
const MOST_ENTITIES = 2000;

export const attachmentHandlers = {
  'powerQuality.list': async ({ workspace, usagePoint }, context) => {
    const rows = await context.store(workspace).database.reader.rows(
      `SELECT * FROM (SELECT *, count(*) OVER () AS matching FROM power_quality WHERE usage_point = ?
         ORDER BY start DESC NULLS LAST, id DESC LIMIT ${MOST_SUMMARIES}) ORDER BY start NULLS LAST, id`,
      [usagePoint],
    );
    return { rows: rows.map(powerQualityRow), matching: number(rows[0]?.matching ?? 0) };
  },
  'customers.list': async ({ workspace, authorization }, context) => {
    // From the locations of the authorization's meters up to the customer, and down to everything below.
    const rows = await context.store(workspace).database.reader.rows(
      `WITH RECURSIVE up AS (
          SELECT id, parent FROM customer_entities WHERE id IN (SELECT location FROM location_points WHERE usage_point IN (
            SELECT id FROM usage_points WHERE authorization_uid = $uid OR authorization_uid = (SELECT uid FROM authorizations WHERE id = $uid)))
          UNION SELECT e.id, e.parent FROM customer_entities e JOIN up ON e.id = up.parent),
        tree AS (SELECT id FROM up UNION SELECT e.id FROM customer_entities e JOIN tree ON e.parent = tree.id)
      SELECT *, count(*) OVER () AS matching FROM customer_entities WHERE id IN (SELECT id FROM tree)
      ORDER BY kind, id LIMIT ${MOST_ENTITIES}`,
      { uid: authorization },
    );
    return { rows: rows.map(customerEntity), matching: number(rows[0]?.matching ?? 0) };
  },
  'customers.texts': async ({ workspace }, context) => {
    const rows = await context
      .store(workspace)
      .database.reader.rows(
        "SELECT kind, name, address, serial, data FROM customer_entities WHERE kind <> 'ServiceSupplier'",
      );
    const people = rows.flatMap((row) => textsIn([row.kind === 'Customer' ? row.name : null, row.address, row.serial]));
    const descriptions = rows.flatMap((row) => [...textsIn(row.name), ...textsIn(json(row.data))]);
    return { people: [...new Set(people)], descriptions: [...new Set(descriptions)] };
  },
} satisfies SomeHandlers;

/** All texts in a JSON value; addresses of resources are none. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return /^(https?|urn):/.test(value) ? [] : [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

function powerQualityRow(row: Row): PowerQualityRow {
  const start = optionalNumber(row.start);
  const data = json(row.data);
  const values: Record<string, number> = {};
  for (const [name, value] of Object.entries(data ?? {})) if (typeof value === 'number') values[name] = value;
  return {
    id: text(row.id),
    entry: text(row.id),
    ...(start === undefined ? {} : { start, end: start + (optionalNumber(row.duration) ?? 0) }),
    values,
  };
}

function customerEntity(row: Row): CustomerEntity {
  const parent = optionalText(row.parent);
  const name = optionalText(row.name);
  const address = optionalText(row.address);
  const serial = optionalText(row.serial);
  return {
    id: text(row.id),
    entry: text(row.id),
    kind: text(row.kind),
    ...(parent === undefined ? {} : { parent }),
    ...(name === undefined ? {} : { name }),
    ...(address === undefined ? {} : { address }),
    ...(serial === undefined ? {} : { serial }),
    data: (json(row.data) ?? {}) as CustomerEntity['data'], // written from the reader's model, an object
  };
}
