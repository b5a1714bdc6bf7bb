/** No verdict is falsely pass and none is falsely fail, whatever the service falsifies and however many fire at once. */
import { describe, expect, it } from 'vitest';
import { inOneProgram, inTwoPrograms } from '../verdicts/concurrency.ts';
import { type Cell, isWrong, verdictMatrix } from '../verdicts/matrix.ts';

const wrong = (cells: readonly Cell[]) => cells.filter(isWrong);

describe('the verdicts', () => {
  it('are right for every scenario and every falsification', { timeout: 600_000 }, async () => {
    const cells = await verdictMatrix();
    expect(wrong(cells)).toEqual([]);
    expect(new Set(cells.map(({ scenario }) => scenario)).size).toBe(28);
  });

  it('are right for two submissions of each scenario in one program', async () => {
    expect(wrong(await inOneProgram())).toEqual([]);
  });

  it.each([0, 60])('are right for two submissions of each scenario in two programs, %s ms apart', async (apartMs) => {
    expect(wrong(await inTwoPrograms(apartMs))).toEqual([]);
  });
});
