import { describe, expect, it } from 'vitest';
import { labelStep } from '../../../../renderer/charts/period-bars.tsx';

const bars = (count: number, label: string) => Array.from({ length: count }, () => ({ label }));

describe('the labels of bars', () => {
  it('stand under every bar while they fit', () => {
    expect(labelStep(bars(7, 'Wed 28'), 960)).toBe(1);
  });

  it('stand at equal distances where they do not, and never touch', () => {
    const width = 960;
    for (const count of [20, 36, 62, 160]) {
      const step = labelStep(bars(count, '22 Jan 2023'), width);
      expect(step).toBeGreaterThan(1);
      expect((width / count) * step).toBeGreaterThan('22 Jan 2023'.length * 6);
    }
  });

  it('are one where there is no width yet', () => {
    expect(labelStep(bars(5, 'Mon'), 0)).toBe(5);
  });
});
