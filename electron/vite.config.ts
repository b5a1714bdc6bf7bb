/** Builds the main side: three bundles for Node (ES modules) and the preload (CommonJS, as the sandbox wants it). */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { callNames, topicNames } from '../shared/contract/index.ts';

const root = path.dirname(fileURLToPath(import.meta.url));
const outDir = path.join(root, '..', 'dist', 'electron');
/** Native or given by the runtime; everything else is bundled, so that the packaged program needs no node_modules but DuckDB. */
const external = ['electron', '@duckdb/node-api'];

const nodeBundles = defineConfig({
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
        main: path.join(root, 'main.ts'),
        serve: path.join(root, 'serve.ts'),
        cli: path.join(root, 'cli.ts'),
        engine: path.join(root, 'engine/process.ts'),
        service: path.join(root, 'service/process.ts'),
      },
      external,
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
});

const preload = defineConfig({
  root,
  publicDir: false,
  define: { __CALL_NAMES__: JSON.stringify(callNames), __TOPIC_NAMES__: JSON.stringify(topicNames) },
  build: {
    lib: { entry: path.join(root, 'preload.ts'), formats: ['cjs'], fileName: () => 'preload.cjs' },
    outDir,
    emptyOutDir: false,
    target: 'chrome130',
    minify: false,
    rolldownOptions: { external: ['electron'] },
  },
});

export default [nodeBundles, preload];
