/** Builds what must run before Electron is ready by itself: host/desktop-origin.ts. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { commonJsEntry } from './vite.shared.ts';

const root = path.dirname(fileURLToPath(import.meta.url));

export default defineConfig(commonJsEntry(path.join(root, 'host/desktop-origin.ts'), 'early.cjs'));
