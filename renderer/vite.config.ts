import react from '@vitejs/plugin-react';
import mantinePreset from 'postcss-preset-mantine';
import { defineConfig } from 'vite';
import { areasOfQueries } from '../shared/contract/index.ts';

/**
 * Builds the page that both hosts serve. Paths are relative, because one host serves it from `app://meterscope/`
 * and the other from a loopback port; nothing is inlined, because the content security policy forbids it.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  define: { __AREAS_OF_QUERIES__: JSON.stringify(areasOfQueries) },
  plugins: [react()],
  // Chromium has light-dark() itself; the rewritten form does not work for variables of the root.
  css: { postcss: { plugins: [mantinePreset({ features: { lightDarkFunction: false } })] } },
  build: {
    outDir: '../dist/renderer',
    emptyOutDir: true,
    target: 'chrome130',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 2500,
    // All that the first screen needs in one file; without this every part that another screen shares is a file of its own.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'page', test: /renderer[\\/]main\.tsx$/ }] } },
    },
  },
});
