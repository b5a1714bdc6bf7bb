/** Builds everything into dist/: `npm run build`, and by itself after `npm ci`. */
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, loadConfigFromFile } from 'vite';
import { licencesOf } from './packaging/licences.mjs';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const env = { command: 'build', mode: 'production' };

const moduleIds = new Set();
await rm(path.join(root, 'dist'), { recursive: true, force: true });
for (const file of [
  'electron/build/vite.node.config.ts',
  'electron/build/vite.main.config.ts',
  'electron/build/vite.preload.config.ts',
  'renderer/vite.config.ts',
]) {
  const loaded = await loadConfigFromFile(env, path.join(root, file));
  if (!loaded) throw new Error(`${file} could not be read`);
  const results = await build({ ...loaded.config, configFile: false, logLevel: 'warn' });
  for (const chunk of [results].flat().flatMap(({ output }) => output)) {
    for (const id of chunk.moduleIds ?? []) moduleIds.add(id);
  }
}
await writeFile(
  path.join(root, 'dist/licences.json'),
  `${JSON.stringify(await licencesOf(root, moduleIds), null, 1)}\n`,
);
