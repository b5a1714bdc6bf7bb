/** Builds the preload: CommonJS, as the sandbox wants it, with the contract's names put in as text. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { callNames, topicNames } from '../../shared/contract/index.ts';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');

export default defineConfig({
  root,
  publicDir: false,
  define: { __CALL_NAMES__: JSON.stringify(callNames), __TOPIC_NAMES__: JSON.stringify(topicNames) },
  build: {
    lib: { entry: path.join(root, 'preload.ts'), formats: ['cjs'], fileName: () => 'preload.cjs' },
    outDir: path.join(root, '..', 'dist', 'electron'),
    emptyOutDir: false,
    target: 'chrome130',
    minify: false,
    rolldownOptions: { external: ['electron'] },
  },
});
