/** Builds everything into dist/: `npm run build`, and by itself after `npm ci`. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, loadConfigFromFile } from 'vite';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const env = { command: 'build', mode: 'production' };

await rm(path.join(root, 'dist'), { recursive: true, force: true });
for (const file of [
  'electron/vite.config.ts',
  'electron/vite.early.config.ts',
  'electron/vite.main.config.ts',
  'electron/vite.preload.config.ts',
  'renderer/vite.config.ts',
]) {
  const loaded = await loadConfigFromFile(env, path.join(root, file));
  if (!loaded) throw new Error(`${file} could not be read`);
  await build({ ...loaded.config, configFile: false, logLevel: 'warn' });
}
