import { describe, expect, it } from 'vitest';
import { toggled } from '../../../../../renderer/ui/table/selection.tsx';

describe('choosing rows', () => {
  it('puts in what is not all in, and takes out what is', () => {
    const some = toggled(new Set(['a']), ['a', 'b']);
    expect([...some]).toEqual(['a', 'b']);
    expect([...toggled(some, ['a', 'b'])]).toEqual([]);
    expect([...toggled(some, ['b'])]).toEqual(['a']);
  });

  it('keeps what is chosen but not shown', () => {
    expect([...toggled(new Set(['hidden']), ['a'])]).toEqual(['hidden', 'a']);
  });
});
