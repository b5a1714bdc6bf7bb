import { describe, expect, it } from 'vitest';
import { calls } from '../../../shared/contract/index.ts';

/** What a call makes of the name of a group; undefined where it refuses it. */
const saved = (name: string) => calls['groups.save'].input.safeParse({ workspace: 'w', name }).data?.name;

describe('the name of a group', () => {
  it('is kept as a file of tags reads it', () => {
    expect(saved(' North  wing ')).toBe('North wing');
    expect(saved('North, and south')).toBe('North, and south');
  });

  it('has nothing that lists of groups are separated by', () => {
    for (const name of ['North; south', ';', 'North\u0007', '  ', 'x'.repeat(101)]) expect(saved(name)).toBe(undefined);
  });
});
