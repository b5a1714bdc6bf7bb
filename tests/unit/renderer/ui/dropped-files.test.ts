import { describe, expect, it } from 'vitest';
import { droppedFiles, leftOutWords, MAX_FILES } from '../../../../renderer/ui/dropped-files.ts';

interface Fake {
  [name: string]: Fake | string | null;
}

/** An entry as a browser gives it: a text is a file, an object a folder, null cannot be read. */
function entry(name: string, content: Fake | string | null): object {
  if (typeof content === 'string' || content === null) {
    return {
      name,
      isFile: true,
      isDirectory: false,
      file: (ok: (file: File) => void, bad: (error: Error) => void) =>
        content === null ? bad(new Error('refused')) : ok(new File([content], name)),
    };
  }
  const all = Object.entries(content).map(([one, inside]) => entry(one, inside));
  return {
    name,
    isFile: false,
    isDirectory: true,
    // A hundred at a time, as Chromium does.
    createReader: () => ({ readEntries: (ok: (part: object[]) => void) => ok(all.splice(0, 100)) }),
  };
}

function drop(content: Fake) {
  const items = Object.entries(content).map(([name, one]) => ({ webkitGetAsEntry: () => entry(name, one) }));
  const files = Object.keys(content).map((name) => new File([''], name));
  return droppedFiles({ items, files } as never); // as much of a drop as is looked at
}
const names = (files: readonly File[]) => files.map(({ name }) => name);

describe('what is dropped', () => {
  it('is taken as it is where it is files', async () => {
    const { files, leftOut } = await drop({ 'a.txt': '', 'b.xml': '' });
    expect(names(files)).toEqual(['a.txt', 'b.xml']);
    expect(leftOutWords(leftOut)).toBe('');
  });

  it('is searched for feeds where it is a folder, by name, and what is left out is counted', async () => {
    const { files, leftOut } = await drop({
      'own.txt': '',
      year: {
        'b10.xml': '',
        'b9.XML': '',
        'a.greenbutton': '',
        'notes.pdf': '',
        '._b9.xml': '',
        'closed.xml': null,
        deeper: { 'c.xml': '', empty: {} },
      },
    });
    expect(names(files)).toEqual(['own.txt', 'a.greenbutton', 'b9.XML', 'b10.xml', 'c.xml']);
    expect(leftOutWords(leftOut)).toBe(
      'Left out of the folder: 2 files that are not Green Button by name; 1 entry that could not be read.',
    );
  });

  it('has an end', async () => {
    const many = Object.fromEntries(Array.from({ length: MAX_FILES + 5 }, (_, index) => [`${index}.xml`, '']));
    const { files, leftOut } = await drop({ many });
    expect(files).toHaveLength(MAX_FILES);
    expect(leftOutWords(leftOut)).toBe('Left out of the folder: 5 files beyond the first 1,000.');
    let deep: Fake = { 'end.xml': '' };
    for (let depth = 0; depth < 20; depth += 1) deep = { 'here.xml': '', deep };
    const down = await drop({ deep });
    expect(down.leftOut.isCut).toBe(true);
    expect(names(down.files)).not.toContain('end.xml');
    expect(down.files.length).toBeGreaterThan(10);
  });
});
