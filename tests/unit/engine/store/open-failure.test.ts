import { describe, expect, it } from 'vitest';
import { openFailure } from '../../../../electron/engine/store/open-failure.ts';

const failure = (said: string) => openFailure('/d/w.duckdb', new Error(said));

describe('a store that cannot be opened', () => {
  it.each([
    ['IO Error: The file "w.duckdb" exists, but it is not a valid DuckDB database file!', 'store_unreadable'],
    ['IO Error: Could not read from file "w": Is a directory', 'store_unreadable'],
    [
      'IO Error: Trying to read a database file with version number 99, but we can only read versions between 64 and 67',
      'store_too_new',
    ],
    ['IO Error: Cannot open file "w.duckdb": Permission denied', 'store_not_permitted'],
    ['IO Error: Cannot open file "w.duckdb": Read-only file system', 'store_not_permitted'],
    ['IO Error: Could not set lock on file "w.duckdb"', 'store_locked'],
    ['IO Error: No space left on device', 'disk_full'],
    [
      'IO Error: Corrupt database file: computed checksum 1 does not match stored checksum 2 in block 3',
      'store_unreadable',
    ],
    ['Something that nobody knows', 'store_unreadable'],
  ])('says why: %s', (said, code) => {
    const error = failure(said);
    expect(error.code).toBe(code);
    expect(error.action).toBeTruthy();
    expect(error.details).toMatchObject({ file: '/d/w.duckdb', said });
  });

  it('names who holds it where DuckDB knows', () => {
    const error = failure(
      'IO Error: Could not set lock on file "w": Conflicting lock is held in /usr/bin/duck db (PID 4711).\nSee docs',
    );
    expect(error.message).toContain('/usr/bin/duck db, process 4711');
    expect(error.details).toMatchObject({ pid: 4711 });
    expect(failure('Could not set lock on file "w"').details?.pid).toBeUndefined();
  });

  it('quotes the first line of what it does not know, and takes what is no error', () => {
    expect(failure('Odd.\nAt length.').message).toBe("The workspace's database could not be opened: Odd.");
    expect(openFailure('f', 'odd').details).toMatchObject({ said: 'odd' });
  });
});
