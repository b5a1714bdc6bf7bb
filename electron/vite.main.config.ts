/** Builds the desktop entry. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { commonJsEntry } from './vite.shared.ts';

const root = path.dirname(fileURLToPath(import.meta.url));

export default defineConfig(commonJsEntry(path.join(root, 'main.ts'), 'main.cjs'));
