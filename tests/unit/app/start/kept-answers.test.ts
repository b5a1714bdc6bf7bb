import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readKeptAnswers, writeKeptAnswers } from '../../../../electron/app/start/kept-answers.ts';
import { storeFiles, workspaceFolder } from '../../../../electron/host/index.ts';

const ANSWERS = [{ name: 'series.list', input: { workspace: 'demo' }, value: [{ id: 'a' }] }];
const UNDER = { version: '1.0.0', zone: 'America/Los_Angeles' };
let data: string;

beforeEach(() => {
  data = mkdtempSync(path.join(tmpdir(), 'meterscope-'));
  const { file } = storeFiles(data, 'demo');
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, 'the store');
});

afterEach(() => rmSync(data, { recursive: true, force: true }));

describe('the first screen that was kept', () => {
  it('comes back while store and program are the same, and only its owner may read it', () => {
    writeKeptAnswers(data, 'demo', UNDER, ANSWERS);
    expect(readKeptAnswers(data, UNDER)).toEqual(ANSWERS);
    expect(statSync(path.join(workspaceFolder(data, 'demo'), 'first-screen.json')).mode & 0o077).toBe(0);
  });

  it('is nothing before the first end of the program, and where the file is damaged', () => {
    expect(readKeptAnswers(data, UNDER)).toBeUndefined();
    expect(readKeptAnswers(path.join(data, 'nowhere'), UNDER)).toBeUndefined();
    writeFileSync(path.join(workspaceFolder(data, 'demo'), 'first-screen.json'), '{"stamp":');
    expect(readKeptAnswers(data, UNDER)).toBeUndefined();
  });

  it('does not count once the store was written, was left open, or is read by another version', () => {
    const { file } = storeFiles(data, 'demo');
    writeKeptAnswers(data, 'demo', UNDER, ANSWERS);
    expect(readKeptAnswers(data, { ...UNDER, version: '1.0.1' })).toBeUndefined();
    utimesSync(file, 1000, 1000);
    expect(readKeptAnswers(data, UNDER)).toBeUndefined();
    writeKeptAnswers(data, 'demo', UNDER, ANSWERS);
    writeFileSync(`${file}.wal`, 'changes');
    expect(readKeptAnswers(data, UNDER)).toBeUndefined();
  });

  it('does not count once the computer is in another time zone, by which meters without a clock of their own are shown', () => {
    writeKeptAnswers(data, 'demo', UNDER, ANSWERS);
    expect(readKeptAnswers(data, { ...UNDER, zone: 'Asia/Tokyo' })).toBeUndefined();
    expect(readKeptAnswers(data, UNDER)).toEqual(ANSWERS);
  });

  it('is not kept of a store that was not closed in good order', () => {
    writeFileSync(`${storeFiles(data, 'demo').file}.wal`, 'changes');
    writeKeptAnswers(data, 'demo', UNDER, ANSWERS);
    rmSync(`${storeFiles(data, 'demo').file}.wal`);
    expect(readKeptAnswers(data, UNDER)).toBeUndefined();
  });
});
