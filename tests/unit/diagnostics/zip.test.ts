import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { zip } from '../../../electron/diagnostics/zip.ts';

const members = [
  { name: 'a.txt', text: 'hello '.repeat(1000) },
  { name: 'ünïcode.json', text: '{"é":1}' },
  { name: 'empty.log', text: '' },
];
const bytes = zip(members, Date.UTC(2026, 5, 7, 8, 9, 10));

describe('a ZIP archive', () => {
  it('has each member whole, and a directory that points at it', () => {
    const end = bytes.length - 22;
    expect(bytes.readUInt32LE(end)).toBe(0x06054b50);
    expect(bytes.readUInt16LE(end + 10)).toBe(members.length);
    let at = bytes.readUInt32LE(end + 16);
    for (const { name, text } of members) {
      expect(bytes.readUInt32LE(at)).toBe(0x02014b50);
      const [packed, nameLength, local] = [
        bytes.readUInt32LE(at + 20),
        bytes.readUInt16LE(at + 28),
        bytes.readUInt32LE(at + 42),
      ];
      expect(bytes.toString('utf8', at + 46, at + 46 + nameLength)).toBe(name);
      expect(bytes.readUInt32LE(local)).toBe(0x04034b50);
      const body = local + 30 + nameLength;
      expect(inflateRawSync(bytes.subarray(body, body + packed)).toString()).toBe(text);
      at += 46 + nameLength;
    }
  });

  const python = ['python3', 'python'].find((name) => {
    try {
      execFileSync(name, ['--version'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  });
  it.skipIf(python === undefined)('is whole for another program (needs Python)', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'zip-'));
    const file = path.join(folder, 'x.zip');
    writeFileSync(file, bytes);
    const script =
      'import sys,zipfile;z=zipfile.ZipFile(sys.argv[1]);print(z.testzip(),[i.filename for i in z.infolist()],z.infolist()[0].date_time)';
    const said = execFileSync(python ?? '', ['-c', script, file], { encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    expect(said.trim()).toBe("None ['a.txt', 'ünïcode.json', 'empty.log'] (2026, 6, 7, 8, 9, 10)");
  });
});
