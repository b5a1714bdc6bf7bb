import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { batchFeed } from '../../../../fixtures/batch-feed.ts';
import { customerFeed } from '../../../../fixtures/customer-feed.ts';
import { openTestStore, type TestStore } from '../store-harness.ts';

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore({ file: 'store.duckdb' });
});
afterEach(async () => await store.dispose());

const AUTHORIZATION = `<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>urn:a</id><link rel="self" href="https://example.test/espi/1_1/resource/Authorization/1001"/><content><Authorization xmlns="http://naesb.org/espi"><status>1</status></Authorization></content></entry></feed>`;

async function meters(count: number) {
  for (let meter = 1; meter <= count; meter += 1) await store.batch({ meter: `200${meter}`, days: 1 });
}
const marks = async () =>
  (await store.call('usagePoints.list', {})).rows.map(({ uid, tags, note }) => [uid, tags, note] as const);
const tag = (uids: string[], ...add: string[]) =>
  store.call('tags.change', { meters: uids.map((uid) => `1001~${uid}`), add });

describe('tags', () => {
  it('are put on meters and authorizations, listed, searched and taken off again', async () => {
    await meters(3);
    await store.ingest(AUTHORIZATION);
    await tag(['2001', '2002'], 'North', 'client A');
    await store.call('tags.change', { meters: ['1001~2003'], authorizations: ['1001'], add: ['north'] });
    expect(await marks()).toEqual([
      ['2001', ['client A', 'North'], undefined],
      ['2002', ['client A', 'North'], undefined],
      // In the letters in which it was first written.
      ['2003', ['North'], undefined],
    ]);
    expect(await store.call('tags.list', {})).toEqual([
      { tag: 'client A', meters: 2, authorizations: 0 },
      { tag: 'North', meters: 3, authorizations: 1 },
    ]);
    const found = async (input: object) => (await store.call('usagePoints.list', input)).rows.map(({ uid }) => uid);
    expect(await found({ tag: 'CLIENT a' })).toEqual(['2001', '2002']);
    expect(await found({ search: 'client' })).toEqual(['2001', '2002']);
    expect((await store.call('authorizations.list', { search: 'north' })).rows[0]?.tags).toEqual(['North']);
    const both = ['1001~2001', '1001~2003'];
    await store.call('notes.set', { kind: 'meter', id: '1001~2001', note: 'ask for the key' });
    expect(await store.call('tags.of', { kind: 'meter', ids: both })).toEqual({
      tags: [
        { tag: 'client A', count: 1 },
        { tag: 'North', count: 2 },
      ],
      note: undefined,
    });
    expect(await store.call('tags.of', { kind: 'meter', ids: ['1001~2001'] })).toMatchObject({
      note: 'ask for the key',
    });
    await store.call('tags.change', { meters: ['1001~2001'], remove: ['NORTH', 'unknown'] });
    expect(await found({ tag: 'North' })).toEqual(['2002', '2003']);
  });

  it('keep their name when they are renamed to one that exists, each once', async () => {
    await meters(2);
    await tag(['2001'], 'North', 'Nord');
    await tag(['2002'], 'Nord');
    await store.call('tags.rename', { tag: 'Nord', to: 'North' });
    expect((await marks()).map(([, tags]) => tags)).toEqual([['North'], ['North']]);
  });

  it('and notes survive a fetch of everything anew, a restart, and a file that is removed and read again', async () => {
    await meters(1);
    await tag(['2001'], 'North');
    await store.call('notes.set', { kind: 'meter', id: '1001~2001', note: 'ask for the key' });
    await store.batch({ meter: '2001', days: 2, updated: '2025-01-01T00:00:00Z' });
    await store.reopen();
    expect(await marks()).toEqual([['2001', ['North'], 'ask for the key']]);

    const file = path.join(store.folder, 'a.xml');
    await writeFile(file, batchFeed({ days: 1 }));
    const open = () => store.call('ingest.file', { path: file, label: 'a.xml' });
    const { source, usagePoints } = await open();
    const [id = ''] = usagePoints;
    await store.call('tags.change', { meters: [id], add: ['From a file'] });
    await store.call('files.remove', { source });
    expect(await store.call('tags.list', {})).toContainEqual({ tag: 'From a file', meters: 0, authorizations: 0 });
    await open();
    expect((await store.call('usagePoints.get', { id })).tags).toEqual(['From a file']);
  });

  it('a note is replaced, and goes when it is empty', async () => {
    await meters(1);
    const note = async () => (await marks())[0]?.[2];
    await store.call('notes.set', { kind: 'meter', id: '1001~2001', note: 'one' });
    await store.call('notes.set', { kind: 'meter', id: '1001~2001', note: 'two' });
    expect(await note()).toBe('two');
    await store.call('notes.set', { kind: 'meter', id: '1001~2001', note: '' });
    expect(await note()).toBeUndefined();
  });
});

describe('a file of tags', () => {
  const imported = (text: string) => store.call('tags.import', { text });

  it('tags meters by number, uid or id, and authorizations by uid', async () => {
    await meters(3);
    await store.ingest(AUTHORIZATION);
    await store.ingest(customerFeed({ authorization: '1001', meter: '2001', street: '5 Elm', serial: 'E400' }));
    const answer = await imported(
      'meter;authorization;tags;note;group;colour\r\nE400;;North; Client A;"key; at the desk";Pilot;red\r\n2002;;north;;pilot;\r\n1001~2003;;;;;\r\n;1001;Region 1;;;\r\n'.replace(
        'North; Client A',
        '"North; Client A"',
      ),
    );
    expect(answer).toEqual({
      lines: 4,
      meters: 3,
      authorizations: 1,
      tags: 3,
      notes: 1,
      groups: 1,
      unused: ['colour'],
    });
    expect(await marks()).toEqual([
      ['2001', ['Client A', 'North'], 'key; at the desk'],
      ['2002', ['North'], undefined],
      ['2003', undefined, undefined],
    ]);
    expect((await store.call('authorizations.list', {})).rows[0]?.tags).toEqual(['Region 1']);
    expect(await store.call('groups.list', {})).toMatchObject([{ name: 'Pilot', meters: 2, rule: undefined }]);
  });

  it('with a wrong line is refused whole, and each wrong line is named', async () => {
    await meters(2);
    await store.call('groups.save', {
      name: 'Ruled',
      rule: { match: 'all', conditions: [{ field: 'service', is: [1] }] },
    });
    const wrong = imported('meter,tag,group\n2001,North,New\n9999,North,\n,North,\n2002,North,ruled\n2002,a,b,c\n');
    await expect(wrong).rejects.toMatchObject({
      code: 'tag_file_wrong',
      message: 'Nothing was imported. Line 3: there is no meter 9999 in the workspace. And 3 more.',
      details: {
        problems: [
          'Line 3: there is no meter 9999 in the workspace.',
          'Line 4: it names no meter.',
          'Line 5: the group Ruled has a rule. Name another group, or delete the rule first.',
          'Line 6: it has more cells than the first line. Put a text that holds the separator in quotation marks.',
        ],
      },
    });
    expect(await store.call('tags.list', {})).toEqual([]);
    expect((await store.call('groups.list', {})).map(({ name }) => name)).toEqual(['Ruled']);
  });

  it.each([
    ['2001,B\uFFFDro\n', 'Line 2: "B\uFFFDro" has damaged letters, as a file that is not UTF-8 does.'],
    ['2001,"North\nM\uFFFDrz"\n', 'Line 2: "North\nM\uFFFDrz" has damaged letters'],
  ])('in another encoding is refused, and nothing damaged is kept: %j', async (line, sentence) => {
    await meters(1);
    await expect(imported(`meter,tag\n${line}`)).rejects.toMatchObject({
      code: 'tag_file_wrong',
      message: expect.stringContaining(sentence),
    });
    expect(await store.call('tags.list', {})).toEqual([]);
  });

  it('in UTF-16 is refused for that, not for its columns; columns that are left aside damage nothing', async () => {
    await meters(1);
    const wide = new TextDecoder().decode(Buffer.from('\uFEFFmeter,tag\r\n2001,North\r\n', 'utf16le'));
    await expect(imported(wide)).rejects.toMatchObject({ message: expect.stringContaining('has damaged letters') });
    expect(await imported('meter,tag,customer\n2001,North,M\uFFFDller\n')).toMatchObject({ tags: 1 });
  });

  it.each([
    ['', 'The file is empty.'],
    ['meter,tag\n', 'The file has a first line and no other.'],
    ['2001,North\n', 'Line 1: no column is named meter (or authorization).'],
    ['meter,tgas\n2001,North\n', 'Line 1: no column is named tag, tags, note or group.'],
    ['meter,tag\n2001,"North\n', 'Line 2: a quotation mark is opened and never closed.'],
    [`meter,tag\n2001,${'x'.repeat(61)}\n`, 'Line 2: the tag "'],
    ['meter,group\n2001,North\u0007\n', 'Line 2: the name of the group "'],
  ])('%j is refused with a sentence', async (text, sentence) => {
    await meters(1);
    await expect(imported(text)).rejects.toMatchObject({
      code: 'tag_file_wrong',
      message: expect.stringContaining(sentence),
    });
  });

  it.each([
    ['note', 4001, 'Line 2: the note has 4001 letters, and 4000 is the most.'],
    ['group', 101, 'Line 2: the name of the group "xxx'],
  ])('with a %s of %i letters is refused rather than cut', async (column, letters, sentence) => {
    await meters(1);
    await expect(imported(`meter,${column}\n2001,${'x'.repeat(letters)}\n`)).rejects.toMatchObject({
      code: 'tag_file_wrong',
      message: expect.stringContaining(sentence),
    });
  });

  it('does not guess which of several meters is meant', async () => {
    for (const name of ['a.xml', 'b.xml']) {
      const file = path.join(store.folder, name);
      await writeFile(file, batchFeed({ days: 1 }));
      await store.call('ingest.file', { path: file, label: name });
    }
    await expect(imported('meter,tag\n2001,North\n')).rejects.toMatchObject({
      message: expect.stringContaining('Line 2: 2001 names 2 meters. Name it by its id'),
    });
    const [first] = (await store.call('usagePoints.list', {})).rows;
    await imported(`meter,tag\n${first?.id},North\n`);
    expect((await store.call('tags.list', {}))[0]).toMatchObject({ tag: 'North', meters: 1 });
  });

  it('can be an export of the workspace: what it has is there again', async () => {
    await meters(2);
    await tag(['2001'], '=cmd', 'North');
    const conditions = [{ field: 'tag' as const, is: ['North'] }];
    await store.call('groups.save', { name: 'By tag', rule: { match: 'all', conditions } });
    await store.call('groups.save', { name: 'By hand', meters: ['1001~2002'] });
    await store.call('notes.set', { kind: 'meter', id: '1001~2001', note: '-2+3 keys\n- gate' });
    const groups = await store.call('groups.list', {});
    const folder = path.join(store.folder, 'out');
    const about = { program: 'p', version: '1', workspace: 'w' };
    await store.call('export.run', { folder, format: 'csv', about });
    const text = await readFile(path.join(folder, 'usage_points.csv'), 'utf8');
    // A spreadsheet would run both.
    expect(text).toContain("'=cmd; North");
    expect(text).toContain("'-2+3 keys");
    await store.call('tags.change', { meters: ['1001~2001'], remove: ['=cmd', 'North'] });
    await store.call('notes.set', { kind: 'meter', id: '1001~2001', note: '' });
    // The rule fits again once the tag is back.
    expect(text).toContain('By tag');
    expect(await imported(text)).toMatchObject({ groups: 1 });
    expect((await marks())[0]).toEqual(['2001', ['=cmd', 'North'], '-2+3 keys\n- gate']);
    expect(await store.call('groups.list', {})).toEqual(groups);
  });
});
