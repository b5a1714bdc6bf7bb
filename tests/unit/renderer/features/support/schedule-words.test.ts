import { describe, expect, it } from 'vitest';
import {
  everyWords,
  lastWords,
  resultWords,
  scheduleWords,
} from '../../../../../renderer/features/support/schedule-words.ts';

const at = (hour: number, minute = 0) => new Date(2026, 10, 23, hour, minute).getTime();

describe('a schedule in words', () => {
  it('says what runs where and when', () => {
    expect(scheduleWords({ scenarios: 'all', utilities: ['N', 'S'], every: { kind: 'daily', at: '02:00' } })).toBe(
      'All scenarios at N, S, each day at 02:00',
    );
    expect(scheduleWords({ scenarios: ['empty'], utilities: ['N'], every: { kind: 'hours', hours: 6 } })).toBe(
      'empty at N, every 6 hours',
    );
    expect(
      scheduleWords({ scenarios: ['empty', 'locked'], utilities: ['N'], every: { kind: 'hours', hours: 1 } }),
    ).toBe('2 scenarios at N, every hour');
    expect(everyWords({ kind: 'hours', hours: 1 })).toBe('every hour');
  });

  it('has nothing to add to a time that came as planned', () => {
    expect(lastWords({ planned: at(2), at: at(2) + 5000, missed: 0, batch: 'b' })).toBeUndefined();
  });

  it.each([
    [
      { planned: at(2), at: at(8, 13), missed: 0, batch: 'b' },
      /^Planned for 2026-11-23 02:00, sent at 2026-11-23 08:13: /,
    ],
    [
      { planned: at(2), at: at(2), missed: 0, skipped: 'It is read-only.' },
      /^Skipped at 2026-11-23 02:00: It is read-only\.$/,
    ],
    [
      { planned: at(2), at: at(2), missed: 0 },
      /^The program ended at 2026-11-23 02:00, just before anything was sent\.$/,
    ],
    [{ planned: at(2), at: at(2), missed: 3, batch: 'b' }, /^3 earlier times passed while the program was not running/],
    [{ planned: at(2), at: at(9), missed: 1, batch: 'b' }, /^Planned for .* 1 earlier time passed/],
  ])('says what was unusual: %j', (last, words) => {
    expect(lastWords(last)).toMatch(words);
  });

  it('says that it is being sent while it is, and does not blame the end of the program', () => {
    expect(lastWords({ planned: at(2), at: at(2), missed: 0 }, true)).toBe('Being sent since 2026-11-23 02:00.');
  });

  it('does not say that the program was not running at times that passed while another batch went on', () => {
    expect(lastWords({ planned: at(2), at: at(2), missed: 2, batch: 'b' })).toBe(
      '2 earlier times passed while the program was not running, or busy with another batch; not made up for.',
    );
  });

  it('tells a result that is not complete from one that is', () => {
    const result = { batch: 'b', at: 0, passed: 27, runs: 28 };
    expect(resultWords({ ...result, open: 0 })).toBe('27 of 28 passed');
    expect(resultWords({ ...result, open: 1 })).toBe('27 of 28 passed so far, 1 still open');
    expect(resultWords({ ...result, runs: 0, passed: 0, open: 0 })).toBe('its runs are no longer kept');
  });
});
