import { describe, expect, it } from 'vitest';
import { jobHandlers } from '../../../../electron/app/handlers/jobs.ts';
import { partsWith } from './parts.ts';

describe('a wait', () => {
  it('that is over says so', async () => {
    const handlers = jobHandlers(
      partsWith({ http: { waits: { askNow: (id) => id === 'there', cancel: () => false } } }),
    );
    expect(handlers['waits.askNow']({ id: 'there' })).toBeUndefined();
    expect(() => handlers['waits.askNow']({ id: 'gone' })).toThrow('already over');
    expect(() => handlers['waits.cancel']({ id: 'there' })).toThrow('already over');
  });
});
