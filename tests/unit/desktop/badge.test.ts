import { describe, expect, it, vi } from 'vitest';

vi.mock('electron', () => ({}));
const { badgeCount } = await import('../../../electron/desktop/badge.ts');

describe('the badge of the program', () => {
  it('is how many lines need attention', () => {
    expect(badgeCount([], 4)).toBe(4);
    expect(badgeCount([{ state: 'done' }, { state: 'failed' }], 4)).toBe(4);
    expect(badgeCount([], undefined)).toBe(0);
  });

  it('is none while a job runs: its progress is shown', () => {
    expect(badgeCount([{ state: 'done' }, { state: 'running' }], 4)).toBe(0);
  });
});
