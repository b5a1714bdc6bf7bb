import { describe, expect, it } from 'vitest';
import { fuzzyScore, mayRun, rankActions } from '../../../../renderer/ui/palette.ts';

describe('finding a command', () => {
  it('takes words, beginnings and letters in order', () => {
    expect(fuzzyScore('req', 'Request log')).toBeGreaterThan(0);
    expect(fuzzyScore('rlg', 'Request log')).toBeGreaterThan(0);
    expect(fuzzyScore('xyz', 'Request log')).toBe(0);
    expect(fuzzyScore('log request', 'Request log')).toBeGreaterThan(0);
  });

  it('prefers beginnings of words over places inside, and those over scattered letters', () => {
    const scores = ['Meters', 'Parameters', 'Make it extra red'].map((text) => fuzzyScore('meter', text));
    expect(scores[0]).toBeGreaterThan(scores[1] ?? 0);
    expect(scores[1]).toBeGreaterThan(scores[2] ?? 0);
  });
});

it('a command that saves a file may run where files of its kind may be saved', () => {
  const allows = (kind: string) => kind === 'csv';
  expect([{}, { saves: 'csv' }, { saves: 'files' }].map((action) => mayRun(action as object, allows))).toEqual([
    true,
    true,
    false,
  ]);
});

describe('the order of what is found', () => {
  const action = (label: string, keywords = '') => ({ label, group: 'Go to', keywords });
  const all = [action('Export', 'parquet csv'), action('Show Bills'), action('Problems'), action('Event log')];

  it('puts the commands that a query names before everything else', () => {
    expect(rankActions(all, 'bill').named.map(({ label }) => label)).toEqual(['Show Bills']);
    expect(rankActions(all, 'exp').named.map(({ label }) => label)).toEqual(['Export']);
    expect(rankActions(all, 'csv').named.map(({ label }) => label)).toEqual(['Export']);
  });

  it('leaves those that only hold its letters behind the objects', () => {
    const { named, similar } = rankActions(all, 'pbl');
    expect(named).toEqual([]);
    expect(similar.map(({ label }) => label)).toEqual(['Problems']);
    expect(rankActions(all, '1068234')).toEqual({ named: [], similar: [] });
  });

  it('offers all of them before anything is typed', () => {
    expect(rankActions(all, ' ').similar).toHaveLength(4);
  });

  it('keeps one of many back until it is named', () => {
    const many = [...all, { label: 'Fire locked', group: 'Test submissions', oneOfMany: true }];
    expect(rankActions(many, '').similar).toHaveLength(4);
    expect(rankActions(many, 'fire l').named.map(({ label }) => label)).toEqual(['Fire locked']);
  });
});
