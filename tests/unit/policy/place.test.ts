import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findPolicy, isOpenToUser, policyPlace } from '../../../electron/policy/place.ts';

const source = new URL('../../../electron/policy/place.ts', import.meta.url).href;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'policy-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function file(name: string, text = name): string {
  writeFileSync(path.join(folder, name), text);
  return path.join(folder, name);
}

describe('the place of the policy', () => {
  it('is one of the system, for each of them', () => {
    expect(policyPlace('linux')).toBe('/etc/meterscope/policy.json');
    expect(policyPlace('darwin')).toBe('/Library/Application Support/Meterscope/policy.json');
    expect(policyPlace('win32')).toBe('C:\\ProgramData\\Meterscope\\policy.json');
  });

  it('is the only one for the packaged program: no variable leads elsewhere', () => {
    const env = { METERSCOPE_TEST_POLICY: file('other') };
    const nowhere = path.join(folder, 'none.json');
    expect(findPolicy({ place: nowhere, env, isPackaged: true })).toBeUndefined();
    expect(findPolicy({ place: file('system'), env, isPackaged: true })?.text).toBe('system');
  });

  it('comes before the one of a test, which cannot take a policy away', () => {
    const env = { METERSCOPE_TEST_POLICY: file('other') };
    expect(findPolicy({ place: file('system'), env, isPackaged: false })?.text).toBe('system');
    const none = path.join(folder, 'none.json');
    expect(findPolicy({ place: none, env, isPackaged: false })?.text).toBe('other');
    expect(findPolicy({ place: none, env: {}, isPackaged: false })).toBeUndefined();
    expect(findPolicy({ place: path.join(file('system'), 'policy.json'), env: {}, isPackaged: false })).toBeUndefined();
  });

  it('is told where it cannot be read', () => {
    mkdirSync(path.join(folder, 'policy.json'));
    expect(() => findPolicy({ place: path.join(folder, 'policy.json'), env: {}, isPackaged: true })).toThrow(
      /cannot be read \(EISDIR\), so the program does not start/,
    );
  });

  it.skipIf(process.getuid?.() !== 0)('is open to a user who may write it, or its folder', () => {
    const place = file('policy.json');
    const asNobody = (mode: number, folderMode: number) => {
      chmodSync(place, mode);
      chmodSync(folder, folderMode);
      const ask = `const { isOpenToUser } = await import(${JSON.stringify(source)}); console.log(isOpenToUser(${JSON.stringify(place)}))`;
      return spawnSync(process.execPath, ['--input-type=module', '-e', ask], { uid: 65_534, encoding: 'utf8' }).stdout;
    };
    expect(isOpenToUser(place)).toBe(false);
    expect([asNobody(0o644, 0o755), asNobody(0o666, 0o755), asNobody(0o644, 0o777)]).toEqual([
      'false\n',
      'true\n',
      'true\n',
    ]);
  });
});
