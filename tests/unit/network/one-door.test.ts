import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const root = new URL('../../../', import.meta.url);
/** Beside the door itself: the service that is simulated, and its control API on this computer. */
const OWN = /^electron\/(http|network|simulator|build)\/|^electron\/app\/demo-control\.ts$/;

it('every client of the program is given its ways, and nobody asks without one', () => {
  const files = readdirSync(new URL('electron/', root), { recursive: true })
    .map((name) => `electron/${String(name).replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith('.ts'));
  expect(files.length).toBeGreaterThan(300);
  let clients = 0;
  for (const name of files.filter((one) => !OWN.test(one))) {
    const source = readFileSync(new URL(name, root), 'utf8');
    for (const [, options] of source.matchAll(/new HttpClient\(([^)]*)\)/g)) {
      clients += 1;
      expect(options, name).toContain('ways');
    }
    expect(source, name).not.toMatch(/(?<![.\w])fetch\(|\bhttps?\.(request|get)\(/);
  }
  expect(clients).toBe(3);
});
