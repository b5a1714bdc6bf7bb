/** A run as a scenario file. Pure. */
import type { ScenarioFile } from '#shared/contract/scenario-files.ts';
import type { RunView } from '#shared/contract/scenarios.ts';
import { expectationOf } from '../catalogue.ts';
import type { VerdictLimits } from '../verdict/verdict.ts';

/** What a run takes where its file names none: such members are left out, so that the file fits other services too. */
export interface FileDefaults {
  form: string | undefined;
  utility: string | undefined;
}

/** The file that a run came from, or the one that does the same. */
export function scenarioFileOf(run: RunView, limits: VerdictLimits, defaults: FileDefaults): ScenarioFile {
  if (run.file) return run.file;
  const { scenario, utility, form } = run;
  const collects = expectationOf(scenario)?.meter !== 'not collected';
  return {
    meterscope: 'scenario',
    version: 1,
    name: `${scenario}, exported`,
    steps: [
      {
        submit: {
          scenario,
          ...(utility === defaults.utility ? {} : { utility }),
          ...(form === defaults.form ? {} : { form }),
        },
      },
      ...(collects ? [{ collect: {} }] : []),
    ],
    waits: { patienceSeconds: limits.patienceMs / 1000, quietSeconds: limits.quietMs / 1000 },
    expectations: { leaveOut: [], own: [] },
  };
}

export function scenarioFileText(file: ScenarioFile): string {
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** How long a run waits: as its file says, else as the program is set. */
export function limitsOf(file: ScenarioFile | undefined, limits: VerdictLimits): VerdictLimits {
  const { patienceSeconds, quietSeconds } = file?.waits ?? {};
  return {
    patienceMs: patienceSeconds === undefined ? limits.patienceMs : patienceSeconds * 1000,
    quietMs: quietSeconds === undefined ? limits.quietMs : quietSeconds * 1000,
  };
}
