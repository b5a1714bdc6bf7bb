/** What all checks of a verdict share: their shape, what they are judged by, and what missing means. */
import type { ScenarioFile } from '#shared/contract/scenario-files.ts';
import type { CheckView } from '#shared/contract/scenarios.ts';
import type { Expectation } from '../catalogue.ts';
import type { Observation } from '../observation.ts';

/** One expectation held against what was seen; `id` is stable: `authorization.outcome`, `meter.<uid>.bills` ... */
export type Check = CheckView;
export type CheckState = Check['state'];

/** The first of these that some check has is the verdict. */
export const DECISIVE: readonly CheckState[] = ['fail', 'waiting', 'superseded', 'unjudged', 'differs'];

export interface Context {
  expectation: Expectation;
  /** The scenario file of the run: its steps, what it leaves out, and what it expects beside the catalogue. */
  file?: ScenarioFile | undefined;
  seen: Observation;
  /** Patience is over: what did not come is missing. */
  late: boolean;
  /** Nothing changed for so long that nothing more is to be expected. */
  quiet: boolean;
  /** "8 of 20 s": how long nothing changed, of how long nothing must. */
  quietFor: string;
}

/** What is shown for a member that is not in the answer. Missing is not zero. */
export const NOT_SAID = 'not said by the service';

/** Not there yet: still to come, or, once patience is over, missing. */
export function pending({ late }: Context): CheckState {
  return late ? 'fail' : 'waiting';
}

/** Nothing can be concluded: it may still be said, until nothing changes any more. @param over nothing more has to happen */
export function unsaid({ late, quiet }: Context, over: boolean): CheckState {
  return late || (over && quiet) ? 'unjudged' : 'waiting';
}

/** For something wrong that a last update may still put right: a failure once nothing changes any more. */
export function settled({ late, quiet }: Context, over: boolean, state: CheckState): CheckState {
  return late || (over && quiet) ? state : 'waiting';
}

/** An indefinite wait is proven by quiet; patience that ends before proves nothing. */
export function lasting({ late, quiet }: Context): CheckState {
  return quiet ? 'pass' : late ? 'unjudged' : 'waiting';
}

/** Words of an indefinite wait that was observed. */
export function stillPending({ quiet, quietFor }: Context, status: string): string {
  return quiet ? status : `${status}, quiet for ${quietFor}`;
}
