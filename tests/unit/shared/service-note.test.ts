import { describe, expect, it } from 'vitest';
import { latestNote } from '../../../shared/service-note.ts';

describe('the latest note of the service', () => {
  it('is the newest; one without a time counts as the oldest', () => {
    const note = (type: string, noteAt?: number) => ({ type, at: noteAt });
    const service = (...notes: ReturnType<typeof note>[]) => ({ referrals: [], notes });
    expect(latestNote(service(note('a', 5), note('b', 9), note('c')))?.type).toBe('b');
    expect(latestNote(service(note('only')))?.type).toBe('only');
    expect(latestNote(service())).toBeUndefined();
  });
});
