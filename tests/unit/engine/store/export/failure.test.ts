import { describe, expect, it } from 'vitest';
import { exportFailure } from '../../../../../electron/engine/store/export/failure.ts';
import { AppError } from '../../../../../shared/errors.ts';

describe('a failed export', () => {
  it.each([
    ['IO Error: Could not write file "/x/a.parquet": No space left on device', 'export_disk_full'],
    ['EDQUOT: disk quota exceeded, write', 'export_disk_full'],
    ['Out of Memory Error: could not allocate block of size 256 KiB', 'export_out_of_memory'],
    ['EACCES: permission denied, open /x', 'export_folder_refused'],
    ['EROFS: read-only file system', 'export_folder_refused'],
    ['ENOENT: no such file or directory', 'export_folder_gone'],
    ['IO Error: Cannot open file "/x/a.parquet": No such file or directory', 'export_folder_gone'],
    ['IO Error: Cannot open file "E:\\x\\a.csv": The system cannot find the path specified.', 'export_folder_gone'],
  ])('%s', (text, code) => {
    const cause = new Error(text);
    expect(exportFailure(cause, '/x')).toMatchObject({ code, details: { folder: '/x' }, cause });
  });

  it('that says itself what to do, or that nobody foresaw, stays as it is', () => {
    const known = new AppError({ code: 'cancelled', message: 'No space left for this.' });
    const odd = new TypeError('x is not a function');
    expect([exportFailure(known, '/x'), exportFailure(odd, '/x')]).toEqual([known, odd]);
  });
});
