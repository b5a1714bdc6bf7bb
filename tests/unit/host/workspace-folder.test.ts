import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newestStore, storeFiles } from '../../../electron/host/index.ts';

let data: string;

beforeEach(() => {
  data = mkdtempSync(path.join(tmpdir(), 'meterscope-'));
});

afterEach(() => rmSync(data, { recursive: true, force: true }));

function store(workspace: string, writtenAt: number): void {
  const { file } = storeFiles(data, workspace);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, '');
  utimesSync(file, writtenAt, writtenAt);
}

describe('the store that was written last', () => {
  it('is none before the first start, and where no workspace has one', () => {
    expect(newestStore(data)).toBeUndefined();
    mkdirSync(path.dirname(storeFiles(data, 'empty').file), { recursive: true });
    expect(newestStore(data)).toBeUndefined();
  });

  it('is the newest of several', () => {
    store('demo', 1000);
    store('live', 3000);
    store('files', 2000);
    expect(newestStore(data)).toBe('live');
  });
});
