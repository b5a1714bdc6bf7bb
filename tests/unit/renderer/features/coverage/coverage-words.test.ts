import { describe, expect, it } from 'vitest';
import { coveredSpanWords } from '../../../../../renderer/features/coverage/coverage-words.ts';
import { clockOfZone } from '../../../../../shared/time/index.ts';

const utc = clockOfZone('UTC');
const at = (date: string) => Date.parse(`${date}T00:00:00Z`) / 1000;
const week = { from: at('2026-01-01'), to: at('2026-01-08') };

describe('the span of a coverage', () => {
  it('is named alone where data fill it or are not known', () => {
    const words = 'of Thu 1 Jan 2026 – Wed 7 Jan 2026';
    expect(coveredSpanWords(utc, week, undefined)).toBe(words);
    expect(coveredSpanWords(utc, week, week)).toBe(words);
  });

  it('says where data begin and end when it reaches beyond them', () => {
    const data = { from: at('2026-01-03'), to: at('2026-01-06') };
    expect(coveredSpanWords(utc, week, data)).toMatch(/; data from Sat 3 Jan 2026 to Mon 5 Jan 2026$/);
  });
});
