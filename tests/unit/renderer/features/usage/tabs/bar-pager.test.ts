import { describe, expect, it } from 'vitest';
import { partBeside, partUntil } from '../../../../../../renderer/features/usage/tabs/bar-pager.tsx';

const days = Array.from({ length: 150 }, (_, day) => ({
  start: day * 86_400,
  end: (day + 1) * 86_400,
  label: String(day),
  repeated: false,
}));

describe('bars in parts', () => {
  it('begin with the part that ends where the view ends', () => {
    expect(partUntil(days, 62, 150 * 86_400)).toEqual({ first: 88, end: 150 });
    expect(partUntil(days, 62, 100 * 86_400)).toEqual({ first: 38, end: 100 });
    expect(partUntil(days, 62, 99.5 * 86_400)).toEqual({ first: 38, end: 100 });
    expect(partUntil(days, 62, 1e9)).toEqual({ first: 88, end: 150 });
    expect(partUntil(days, 62, 3 * 86_400)).toEqual({ first: 0, end: 62 });
    expect(partUntil(days.slice(0, 10), 62, 0)).toEqual({ first: 0, end: 10 });
  });

  it('reach every period when one goes through them, in full parts', () => {
    const seen = new Set<number>();
    let part: ReturnType<typeof partBeside> = partUntil(days, 62, 150 * 86_400);
    while (part) {
      expect(part.end - part.first).toBe(62);
      for (let index = part.first; index < part.end; index += 1) seen.add(index);
      part = partBeside(days.length, 62, part, -1);
    }
    expect(seen.size).toBe(150);
    expect(partBeside(150, 62, { first: 88, end: 150 }, 1)).toBeUndefined();
    expect(partBeside(150, 62, { first: 38, end: 100 }, 1)).toEqual({ first: 88, end: 150 });
  });
});
