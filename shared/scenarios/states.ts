/** How states of runs and of their checks are called, in the window, in reports and on the command line. */
import type { ScenarioFile } from '../contract/scenario-files.ts';
import type { CheckView, RunLine, RunView } from '../contract/scenarios.ts';

/** `following` means that the verdict is still waited for. */
export const runWords: Record<RunView['state'], string> = {
  queued: 'queued',
  firing: 'sending',
  following: 'still waiting',
  pass: 'pass',
  differs: 'pass, but differs',
  fail: 'fail',
  unjudged: 'could not be judged',
  superseded: 'superseded',
  unknown: 'outcome unknown',
  refused: 'refused',
  cancelled: 'cancelled',
};

export const checkWords: Record<CheckView['state'], string> = {
  pass: 'pass',
  differs: 'differs',
  fail: 'fail',
  waiting: 'waiting',
  unjudged: 'not judged',
  superseded: 'superseded',
};

/** What a run is called: by its scenario file, else by its scenario. */
export function runName({ file, scenario }: Pick<RunView, 'file' | 'scenario'>): string {
  return file?.name ?? scenario;
}

/** What lists show of a run. */
export function runLine({ checks: _checks, steps: _steps, file, ...run }: RunView): RunLine {
  return { ...run, name: runName({ file, scenario: run.scenario }) };
}

/** The scenario that a file submits, as a list of one. */
export function scenariosOf({ steps }: ScenarioFile): string[] {
  return steps.flatMap(({ submit }) => submit?.scenario ?? []);
}
