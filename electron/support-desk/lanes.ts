/**
 * Uids of meters are persistent across authorizations, so submissions of one scenario at one utility share their meters, and
 * a collection that one of them triggers may go to the other. Runs of one lane are fired one after the other.
 */
import type { RunView } from '#shared/contract/scenarios.ts';
import { expectationOf } from './catalogue.ts';

/** Who was in the lane last. */
export interface LaneHolder {
  id: string;
  /** Resolves once that run, and those before it, are over. */
  over: Promise<unknown>;
}

export class Lanes {
  readonly #last = new Map<string, LaneHolder>();

  /** Starts the work of a run at once and tells it who is before it; runs that collect nothing have no lane. */
  join(run: RunView, work: (before: LaneHolder | undefined) => Promise<RunView>): Promise<RunView> {
    const expectation = expectationOf(run.scenario);
    if (!expectation || expectation.meter === 'not collected') return work(undefined);
    const lane = JSON.stringify([run.utility, run.scenario]);
    const before = this.#last.get(lane);
    const done = work(before);
    const over = Promise.allSettled([before?.over, done]);
    this.#last.set(lane, { id: run.id, over });
    void over.then(() => {
      if (this.#last.get(lane)?.id === run.id) this.#last.delete(lane);
    });
    return done;
  }
}

export function laneWords({ scenario }: RunView): string {
  return `An earlier run of ${scenario} shares its meters. This one is sent once that one is over.`;
}
