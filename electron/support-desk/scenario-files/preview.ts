/** What a scenario file will do, in words. Pure. */
import type { ScenarioFile, ScenarioFilePreview } from '#shared/contract/scenario-files.ts';
import { BUILT_IN_EXPECTATIONS } from '#shared/contract/scenario-files.ts';
import { formatDuration } from '#shared/format-duration.ts';
import type { VerdictLimits } from '../verdict/verdict.ts';
import { limitsOf } from './export.ts';
import { ownInWords, stepInWords } from './words.ts';

export function previewOf(file: ScenarioFile, limits: VerdictLimits): ScenarioFilePreview {
  const { patienceMs, quietMs } = limitsOf(file, limits);
  const { leaveOut = [], own = [] } = file.expectations ?? {};
  const leftOut = leaveOut.includes('all') ? [...BUILT_IN_EXPECTATIONS] : [...new Set(leaveOut)];
  return {
    file,
    steps: file.steps.map(stepInWords),
    waits: [
      `What has not come after ${formatDuration(patienceMs)} counts as missing.`,
      `An indefinite wait counts as seen once nothing has changed for ${formatDuration(quietMs)}.`,
    ],
    builtIn: { count: BUILT_IN_EXPECTATIONS.length - leftOut.length, leftOut },
    own: own.map((one) => ({ name: one.name, expected: ownInWords(one) })),
    collections: file.steps.filter(({ collect }) => collect).length,
  };
}
