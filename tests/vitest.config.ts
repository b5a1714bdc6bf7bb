import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { areasOfQueries } from '../shared/contract/index.ts';

/** `expect.poll` waits for a second unless told otherwise: nothing on a machine that has other work. */
const patient = { poll: { timeout: 20_000 } };

/**
 * Node runs the tests and the sources as they are, as it runs the program's own processes: rewritten for the tests they take a tenth
 * longer. Nothing that is replaced as it is loaded is found so.
 */
const asTheyAre = { viteModuleRunner: false, nodeLoader: false };

const root = new URL('..', import.meta.url).pathname;

const unit = {
  testTimeout: 120_000,
  expect: patient,
  // Unless told, one core is left idle.
  maxWorkers: '100%',
};

/** Files whose tests replace what modules find as they are loaded: the page's host, Electron, the zone of the computer. */
const ALONE = [
  'tests/unit/renderer/**/*.test.{ts,tsx}',
  'tests/unit/desktop/**/*.test.ts',
  'tests/unit/routes.test.ts',
  'tests/unit/time/**/*.test.ts',
];

/** A short file that takes minutes, most of which it waits: as the last one, it would let all wait. */
const LONG = '/integration/verdicts.test.ts';

/** Of how long files take only their size is known, and the largest come first: behind {@link LONG}. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => Number(moduleId.endsWith(LONG));
    return (await super.sort(files)).toSorted((a, b) => isLong(b) - isLong(a));
  }
}

/**
 * `unit` and `unit-alone` mirror the source and touch neither network nor child processes; `integration` starts real processes
 * (the engine, the service) on free loopback ports.
 */
export default defineConfig({
  root,
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...unit,
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          exclude: ALONE,
          // Modules are loaded once for all files of a process: to do so for each would take a fifth of the time.
          isolate: false,
          experimental: asTheyAre,
        },
      },
      {
        // As the page is built (renderer/vite.config.ts).
        define: { __AREAS_OF_QUERIES__: JSON.stringify(areasOfQueries) },
        test: { ...unit, name: 'unit-alone', include: ALONE },
      },
      {
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          experimental: asTheyAre,
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
