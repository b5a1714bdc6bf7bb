import { expect, it } from 'vitest';
import { REFUSED_SWITCHES, refuseSwitches } from '../../../electron/desktop/refused-switches.ts';

it('takes away what would hand the program to another one, and nothing else', () => {
  const given = new Set<string>([...REFUSED_SWITCHES, 'no-sandbox', 'lang']);
  const commandLine = {
    hasSwitch: (name: string) => given.has(name),
    removeSwitch: (name: string) => void given.delete(name),
  };
  expect(refuseSwitches(commandLine)).toEqual([...REFUSED_SWITCHES]);
  expect([...given]).toEqual(['no-sandbox', 'lang']);
  expect(refuseSwitches(commandLine)).toEqual([]);
});
