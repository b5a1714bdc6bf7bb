import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileSource, utf8Source } from '../../../../electron/engine/reader/source.ts';

const inPieces = async function* (bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
};
async function read(bytes: Uint8Array, size = bytes.length || 1) {
  const { chunks, convertedFrom, unknownEncoding, falseEncoding } = await utf8Source(inPieces(bytes, size));
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(Uint8Array.from(chunk));
  return { text: Buffer.concat(parts).toString('utf8'), convertedFrom, unknownEncoding, falseEncoding };
}
const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?><a>é€</a>`;
const utf16 = (text: string, big = false) => {
  const bytes = Buffer.from(text, 'utf16le');
  return big ? bytes.swap16() : bytes;
};

describe('the encoding of a document', () => {
  it.each([
    ['UTF-8', undefined],
    ['utf8', undefined],
    ['US-ASCII', undefined],
    ['UTF-16', 'UTF-16'],
    ['unicode', 'unicode'],
  ])('that begins like ASCII and says %s is UTF-8', async (encoding, falseEncoding) => {
    for (const mark of ['', '\ufeff']) {
      expect(await read(Buffer.from(mark + declared(encoding)))).toEqual({
        text: mark + declared(encoding),
        convertedFrom: undefined,
        unknownEncoding: undefined,
        falseEncoding,
      });
    }
  });

  it('is the one that it declares', async () => {
    const text = '<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>';
    const found = await read(Buffer.from(text, 'latin1'));
    expect([found.text, found.convertedFrom]).toEqual([text, 'windows-1252']);
  });

  it('that nobody knows is named, and taken for UTF-8', async () => {
    expect(await read(Buffer.from(declared('KLINGON')))).toEqual({
      text: declared('KLINGON'),
      convertedFrom: undefined,
      unknownEncoding: 'KLINGON',
    });
  });

  it.each([
    ['\ufeff', false, 'utf-16le'],
    ['\ufeff', true, 'utf-16be'],
    ['', false, 'utf-16le'],
    ['', true, 'utf-16be'],
  ] as const)(
    'of two bytes a letter is seen by its mark or its first letters (%#)',
    async (mark, big, convertedFrom) => {
      const bytes = utf16(mark + declared('UTF-16'), big);
      expect(await read(bytes)).toEqual({ text: declared('UTF-16'), convertedFrom, unknownEncoding: undefined });
    },
  );

  it('is the same however the bytes come, also far behind the beginning', async () => {
    const long = declared('UTF-16') + 'é'.repeat(500);
    for (const bytes of [utf16(long, true), utf16(long), Buffer.from(long)]) {
      for (const size of [1, 3, 7]) expect((await read(bytes, size)).text).toBe(long);
    }
  });

  it('of nothing is none', async () => {
    expect(await read(new Uint8Array())).toMatchObject({ text: '', convertedFrom: undefined });
  });
});

it('a file comes whole, however many buffers it fills', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'source-'));
  try {
    const file = path.join(folder, 'a.xml');
    const bytes = Buffer.from(Array.from({ length: (1 << 19) * 2 + 17 }, (_, n) => n % 251));
    await writeFile(file, bytes);
    const parts: Uint8Array[] = [];
    // A chunk is valid until the next one is asked for.
    for await (const chunk of fileSource(file)) parts.push(Uint8Array.from(chunk));
    expect(Buffer.concat(parts).equals(bytes)).toBe(true);
    for await (const _chunk of fileSource(file)) break;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
