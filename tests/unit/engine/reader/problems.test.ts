import { describe, expect, it } from 'vitest';
import type { FeedProblem } from '../../../../electron/engine/reader/feed.ts';
import { leftOutBy, Problems } from '../../../../electron/engine/reader/problems.ts';

const problem = (code: string, message = 'odd'): FeedProblem => ({
  code,
  severity: 'warning',
  message,
  line: 1,
  column: 1,
  entry: undefined,
  raw: undefined,
});
function collected() {
  const reported: FeedProblem[] = [];
  return { reported, problems: new Problems((found) => reported.push(found)) };
}

describe('the problems of a document', () => {
  it('are reported one by one, and from the 51st of a kind on only counted', () => {
    const { reported, problems } = collected();
    for (let n = 0; n < 53; n += 1) problems.add(problem('a'));
    problems.add(problem('b'));
    expect(reported).toHaveLength(51);
    problems.finish();
    expect(reported.slice(51)).toEqual([
      expect.objectContaining({ code: 'a', severity: 'warning', message: expect.stringContaining('3 more times') }),
    ]);
    expect(reported.map(({ message }) => leftOutBy(message)).filter((count) => count > 0)).toEqual([3]);
  });

  it('that are the same wherever they occur are reported once', () => {
    const { reported, problems } = collected();
    for (const key of ['x', 'x', 'y']) problems.once(key, () => problem('a', key));
    problems.finish();
    expect(reported.map(({ message }) => message)).toEqual(['x', 'y']);
  });
});
