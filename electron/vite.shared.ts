import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { UserConfig } from 'vite';

const root = path.dirname(fileURLToPath(import.meta.url));

/** One CommonJS file for Electron's main process: loaded synchronously, so that it runs before Electron is ready. */
export function commonJsEntry(entry: string, output: string): UserConfig {
  return {
    root,
    publicDir: false,
    ssr: { noExternal: true, external: ['electron'] },
    build: {
      ssr: entry,
      outDir: path.join(root, '..', 'dist', 'electron'),
      emptyOutDir: false,
      target: 'node20',
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        external: ['electron'],
        output: { format: 'cjs', entryFileNames: output, codeSplitting: false },
      },
    },
  };
}
