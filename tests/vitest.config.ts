import { defineConfig } from 'vitest/config';
import { areasOfQueries } from '../shared/contract/index.ts';

/** `expect.poll` waits for a second unless told otherwise: nothing on a machine that has other work. */
const patient = { poll: { timeout: 20_000 } };

const root = new URL('..', import.meta.url).pathname;

/**
 * Two projects: `unit` mirrors the source and touches neither network nor child processes;
 * `integration` starts real processes (the engine, the service) on free loopback ports.
 */
export default defineConfig({
  root,
  test: {
    projects: [
      {
        // As the page is built (renderer/vite.config.ts).
        define: { __AREAS_OF_QUERIES__: JSON.stringify(areasOfQueries) },
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          testTimeout: 120_000,
          expect: patient,
          // Unless told, one core is left idle.
          maxWorkers: '100%',
        },
      },
      {
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: patient,
          sequence: { groupOrder: 1 },
          // Hundreds of processes start from the same sources: only the first of them strips their types and compiles them.
          env: { NODE_COMPILE_CACHE: `${root}node_modules/.cache/node` },
          // Each file waits for processes of its own for a third of its time.
          maxWorkers: 3,
        },
      },
    ],
  },
});
