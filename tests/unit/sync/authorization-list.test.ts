import { expect, it } from 'vitest';
import { listAuthorizations } from '../../../electron/sync/authorization-list.ts';

it('authorizations that may have data: those that were listed now, and were not revoked or denied', async () => {
  // More than one page of the store; every third is revoked, every fifth denied, and the odd ones were not listed now.
  const rows = Array.from({ length: 10_030 }, (_, n) => ({
    id: `id-${n}`,
    uid: `uid-${n}`,
    status: { code: n % 3 === 0 ? 0 : n % 5 === 0 ? 2 : 1 },
  }));
  const listed = rows.filter((_, n) => n % 2 === 0).map(({ id }) => id);
  const offsets: number[] = [];
  const engine = {
    call: async (_name: string, { offset, limit }: { offset: number; limit: number }) => {
      offsets.push(offset);
      return { rows: rows.slice(offset, offset + limit), total: rows.length };
    },
  };
  const client = { stream: async () => ({ authorizations: listed, damaged: true }) };
  // As much of client and engine as is used.
  const to = { engine, workspace: 'w', onBytes: () => undefined, onStored: () => undefined } as never;
  const { uids, damaged } = await listAuthorizations(client as never, to, [], {});
  const expected = rows.filter((_, n) => n % 2 === 0 && n % 3 !== 0 && n % 5 !== 0).map(({ uid }) => uid);
  expect(uids).toEqual(expected);
  expect(damaged).toBe(true);
  expect(offsets).toEqual([0, 10_000]);
});

it('those that have a token here and are missing in the list come with it, unless they ended', async () => {
  const row = (uid: string, code: number | string, id = `id-${uid}`) => ({ id, uid, status: { code } });
  const rows = [
    row('new', 1),
    row('missing', 1),
    row('revoked', 0),
    row('denied', 2),
    row('old', ''),
    row('of-a-file', 1),
  ];
  // A file may have what the list has, too.
  rows.push(row('new', 1, 'file:id-new'));
  const engine = { call: async () => ({ rows, total: rows.length }) };
  const to = { engine, workspace: 'w', onBytes: () => undefined, onStored: () => undefined } as never;
  const listed = async (named: string[], withToken: string[]) => {
    const client = { stream: async () => ({ authorizations: named.map((uid) => `id-${uid}`), damaged: false }) };
    return (await listAuthorizations(client as never, to, withToken, {})).uids;
  };
  const tokens = ['new', 'missing', 'revoked', 'denied', 'imported'];
  expect(await listed(['new', 'old'], tokens)).toEqual(['missing', 'imported', 'new', 'old']);
  expect(await listed([], tokens)).toEqual(['new', 'missing', 'imported']);
  expect(await listed(['revoked'], [])).toEqual([]);
});
