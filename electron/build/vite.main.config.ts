/**
 * Builds the desktop program. Its entry is CommonJS: loaded synchronously, so that it runs before Electron is ready. The
 * core is a file of its own, which is read once the window and the engine are under way.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');

export default defineConfig({
  root,
  publicDir: false,
  ssr: { noExternal: true, external: ['electron'] },
  build: {
    ssr: path.join(root, 'main.ts'),
    outDir: path.join(root, '..', 'dist', 'electron'),
    emptyOutDir: false,
    target: 'node20',
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      external: ['electron'],
      output: { format: 'cjs', entryFileNames: 'main.cjs', chunkFileNames: 'desktop-[name]-[hash].cjs' },
    },
  },
});
