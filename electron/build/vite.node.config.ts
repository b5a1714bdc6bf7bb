/** Builds the main side: bundles for Node, as ES modules. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const outDir = path.join(root, '..', 'dist', 'electron');
/**
 * Native or given by the runtime; everything else is bundled, so that the packaged program needs no node_modules but
 * DuckDB's library. Its JavaScript is bundled as well: as the hundred files it comes in, it takes longer to load than to run.
 */
const external = ['electron', '@duckdb/node-bindings'];

export default defineConfig({
  root,
  publicDir: false,
  ssr: { noExternal: true, external },
  build: {
    ssr: true,
    outDir,
    emptyOutDir: false,
    target: 'node20',
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      input: {
        checker: path.join(root, 'checker/process.ts'),
        cli: path.join(root, 'cli.ts'),
        engine: path.join(root, 'engine/process.ts'),
        'reading-thread': path.join(root, 'engine/reading-thread/worker.ts'),
        simulator: path.join(root, 'simulator/process.ts'),
      },
      external,
      // Chunks are placed beside the entries: code finds its sibling files relative to its own.
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
