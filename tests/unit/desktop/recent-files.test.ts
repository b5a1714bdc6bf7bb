import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { RecentFiles } from '../../../electron/desktop/recent-files.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'recent-'));
afterAll(() => rmSync(folder, { recursive: true }));

let count = 0;
function bench(text?: string) {
  count += 1;
  const place = path.join(folder, `${count}.json`);
  if (text !== undefined) writeFileSync(place, text);
  const system: string[] = [];
  const list = {
    addRecentDocument: (file: string) => void system.push(file),
    clearRecentDocuments: () => void system.splice(0),
  };
  const recent = new RecentFiles(() => place, list);
  const shown: number[] = [];
  recent.onChange(() => void shown.push(recent.list().length));
  return { recent, place, system, shown, again: () => new RecentFiles(() => place, undefined).list() };
}

describe('the recent files', () => {
  it('are the newest ten, each once, and are there at the next start', () => {
    const { recent, again, system, shown, place } = bench();
    expect(recent.list()).toEqual([]);
    for (let at = 1; at <= 12; at += 1) recent.add(`/feeds/${at}.xml`);
    recent.add('/feeds/5.xml');
    const names = [5, 12, 11, 10, 9, 8, 7, 6, 4, 3].map((at) => `/feeds/${at}.xml`);
    expect(recent.list()).toEqual(names);
    expect(again()).toEqual(names);
    expect(system).toHaveLength(13);
    expect(shown.at(-1)).toBe(10);
    expect(statSync(place).mode & 0o777).toBe(0o600);
  });

  it('lose those that are gone, and all of them when the list is cleared, the system’s as well', () => {
    const { recent, again, system, shown } = bench();
    for (const name of ['a', 'b']) recent.add(`/feeds/${name}.xml`);
    recent.remove([undefined, '/feeds/other.xml']);
    expect(shown).toEqual([1, 2]);
    recent.remove(['/feeds/b.xml']);
    expect(again()).toEqual(['/feeds/a.xml']);
    recent.clear();
    expect([recent.list(), again(), system]).toEqual([[], [], []]);
    expect(shown).toEqual([1, 2, 1, 0]);
  });

  it('are none where the file is damaged, and what is no path in it is left out', () => {
    for (const text of ['', '{', '{}', 'null']) expect(bench(text).recent.list()).toEqual([]);
    expect(bench('["/a.xml", 7, null, "/b.xml"]').recent.list()).toEqual(['/a.xml', '/b.xml']);
  });

  it('are kept until the end where they cannot be written down', () => {
    const recent = new RecentFiles(() => path.join(folder, 'no', 'such', 'folder.json'), undefined);
    recent.add('/a.xml');
    expect(recent.list()).toEqual(['/a.xml']);
  });
});
