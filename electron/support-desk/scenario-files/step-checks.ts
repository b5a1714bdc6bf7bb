/** The steps of a scenario file as checks of its run: done, waited for, or not come to. Pure. */
import type { FileWait, ScenarioFileStep } from '#shared/contract/scenario-files.ts';
import type { Progress } from '../observation.ts';
import type { Check, CheckState, Context } from '../verdict/checks.ts';
import { lackingEvent } from '../verdict/event-checks.ts';
import {
  dueCollection,
  missingEvents,
  progressOf,
  quietSince,
  stepsAfter,
  stillCollecting,
  triggerDoubt,
} from './progress.ts';
import { stepInWords } from './words.ts';

/**
 * One check for each step after the submission; none of a run without a file.
 * @param over none of the expectations of the catalogue is waited for any more
 */
export function checkSteps(context: Context, over: boolean): Check[] {
  const { file, expectation, seen } = context;
  if (!file) return [];
  const progress = progressOf(seen);
  const checks: Check[] = [];
  let collection = 0;
  for (const [index, step] of stepsAfter(file, expectation).entries()) {
    const number = step.collect ? collection++ : 0;
    const isDone = index < progress.done;
    const isNow = index === progress.done;
    const held = isDone
      ? doneStep(context, step, progress, number)
      : isNow
        ? currentStep(context, step, over)
        : notBegun(checks.at(-1)?.state);
    checks.push({ id: `steps.${index + 2}`, expected: stepInWords(step), ...held });
  }
  return checks;
}

type Held = Pick<Check, 'state' | 'observed'>;

function notBegun(before: CheckState | undefined): Held {
  return { state: before === 'waiting' ? 'waiting' : 'unjudged', observed: 'not come to' };
}

function doneStep(context: Context, { collect }: ScenarioFileStep, { collections }: Progress, number: number): Held {
  const triggered = collect && collections[number];
  if (!triggered) return { state: 'pass', observed: 'done' };
  const { accepted, asked, refusal, unsure } = triggered;
  if (refusal !== undefined) return { state: 'unjudged', observed: refusal };
  const doubt = triggerDoubt(context.seen, { number });
  if (doubt !== undefined) return { state: context.late ? 'unjudged' : 'waiting', observed: doubt };
  const taken = unsure
    ? 'a collection has started, as its events show; for which meters it was triggered is not known'
    : `triggered for ${accepted.length} of ${asked} meters`;
  // How the first one ends is what the scenario is about; of a later one it is only known that it must end.
  const open = number > 0 && number === collections.length - 1 ? stillCollecting(context.seen) : [];
  if (open.length > 0)
    return {
      state: !context.late ? 'waiting' : unsure ? 'unjudged' : 'fail',
      observed: `${taken}; not over for ${open.join(', ')}`,
    };
  return { state: number > 0 && accepted.length === 0 ? 'fail' : 'pass', observed: taken };
}

function currentStep(context: Context, { wait }: ScenarioFileStep, over: boolean): Held {
  if (wait) return currentWait(context, wait);
  const { file, expectation, seen, late } = context;
  const open = stillCollecting(seen);
  const observed =
    open.length > 0
      ? `the one before is not over for ${open.join(', ')}`
      : seen.meters.length === 0
        ? 'no meter to collect'
        : 'not triggered yet';
  // What became due with a collection in this look is triggered at the next one. Why nothing is collected at all is for the
  // expectations to say.
  const isLater = progressOf(seen).collections.length > 0;
  const isDue = isLater && dueCollection(stepsAfter(file, expectation), seen) !== undefined;
  return { state: late || (over && open.length === 0 && !isDue) ? 'unjudged' : 'waiting', observed };
}

function currentWait(context: Context, wait: FileWait): Held {
  const { seen } = context;
  const { since, collections } = progressOf(seen);
  const elapsed = seen.seenAt - since;
  const isTooLong = context.late || (wait.withinSeconds !== undefined && elapsed > wait.withinSeconds * 1000);
  if (wait.quietSeconds !== undefined) {
    const quiet = `quiet for ${Math.floor(quietSince(seen) / 1000)} of ${wait.quietSeconds} s`;
    return { state: isTooLong ? 'fail' : 'waiting', observed: quiet };
  }
  const missing = missingEvents(seen, wait);
  // Of the newest collection, though it was refused: those of the one before are not waited for.
  const lacking = lackingEvent(context, missing, collections.length - 1);
  return {
    state: !isTooLong ? 'waiting' : lacking ? 'unjudged' : 'fail',
    observed: [`missing: ${missing.join(', ')}`, lacking].filter(Boolean).join('; '),
  };
}
