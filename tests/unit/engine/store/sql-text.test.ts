import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Connection, Database } from '../../../../electron/engine/store/database.ts';
import { among, sqlText } from '../../../../electron/engine/store/sql-text.ts';

let database: Database;
let connection: Connection;
beforeAll(async () => {
  database = await Database.open(':memory:', 'unused');
  connection = await database.connect();
});
afterAll(async () => {
  await connection.close();
  await database.close();
});
const ODD = ["it's", "''", '"', '\\', '$1', 'ä€😀', '', '--', '); DROP TABLE x'];

describe('texts in a statement', () => {
  it.each(ODD)('%j is itself', async (text) => {
    expect((await connection.row(`SELECT ${sqlText(text)} AS t`))?.t).toBe(text);
  });

  it.each([
    ['a few', ODD],
    ['many', [...ODD, ...Array.from({ length: 600 }, (_, n) => `id-${n}`)]],
    ['one that no literal can hold', [...ODD, 'a\0b']],
  ])('a list of %s holds each of them, and nothing else', async (_how, texts) => {
    const isIn = async (text: string) => (await connection.row(`SELECT $1 IN ${among(texts)} AS found`, [text]))?.found;
    for (const text of ODD) expect(await isIn(text), text).toBe(true);
    expect(await isIn('another')).toBe(false);
  });

  it('a list of none holds nothing', async () => {
    expect(await connection.rows(`SELECT * FROM (SELECT 'a' AS t) WHERE t IN ${among([])}`)).toEqual([]);
  });
});
