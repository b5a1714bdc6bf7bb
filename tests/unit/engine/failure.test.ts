import { describe, expect, it } from 'vitest';
import { engineFailure, isInvalidated } from '../../../electron/engine/failure.ts';
import { AppError } from '../../../shared/errors.ts';

describe('failures below a call of the engine', () => {
  it.each([
    'TransactionContext Error: Failed to commit: Could not write file "/data/store.duckdb.wal": No space left on device',
    'IO Error: Could not write file "/data/store.duckdb": No space left on device',
    'IO Error: Could not write file "/data/store.duckdb": File too large',
    'IO Error: Cannot open file "/data/raw/temporary/duckdb_temp_storage_DEFAULT-0.tmp": Disk quota exceeded',
    "ENOSPC: no space left on device, write '/data/raw/a.spool.gz'",
    'IO Error: Could not write file "C:\\\\data\\\\store.duckdb": There is not enough space on the disk.',
    'Out of Memory Error: failed to offload data block of size 256.0 KiB (9.9 GiB/9.9 GiB used).',
  ])('calls a full disk one: %s', (text) => {
    const failure = engineFailure(new Error(text));
    expect(failure).toMatchObject({ code: 'disk_full', action: expect.stringContaining('Free some space') });
    expect(failure.message).toMatch(/^The disk is full/);
    expect(failure.message).not.toContain('unexpected');
    expect(isInvalidated(failure)).toBe(false);
  });

  it('names the file that could not be written', () => {
    const { message } = engineFailure(
      new Error('IO Error: Could not write file "/data/store.duckdb": No space left on device'),
    );
    expect(message).toBe('The disk is full: /data/store.duckdb could not be written.');
  });

  it.each([
    [
      'FATAL Error: Failed to create checkpoint because of error: could not allocate block of size 256.0 KiB (60.9 MiB/61.0 MiB used)',
      'store_invalidated',
    ],
    [
      'FATAL Error: Failed: database has been invalidated because of a previous fatal error. The database must be restarted prior to being used again.\nOriginal error: "x"',
      'store_invalidated',
    ],
    [
      'FATAL Error: Failed to create checkpoint because of error: Could not write file "/d/store.duckdb": No space left on device',
      'disk_full',
    ],
  ])('sees that the database cannot go on: %s', (text, code) => {
    const failure = engineFailure(new Error(text));
    expect(failure.code).toBe(code);
    expect(isInvalidated(failure)).toBe(true);
  });

  it('leaves alone what is said well already, and what nobody foresaw', () => {
    const known = new AppError({ code: 'not_a_feed', message: 'no feed' });
    expect(engineFailure(known)).toBe(known);
    expect(engineFailure(new Error('Binder Error: no such column'))).toMatchObject({ code: 'unexpected' });
    expect(engineFailure(new DOMException('stop', 'AbortError'))).toMatchObject({ code: 'cancelled' });
  });
});
