/** Two runs of one scenario beside each other. Meters differ from run to run, so they are matched by their place. Pure. */
import type { CheckView, RunStep, RunView } from '#shared/contract/scenarios.ts';

export interface ComparedCheck {
  check: CheckView;
  /** The same expectation in the earlier run. */
  earlier: CheckView | undefined;
  differs: boolean;
}

/** Every check of a run with its like in the earlier one; checks that only the earlier one had come last. */
export function compareChecks(run: RunView, earlier: RunView): ComparedCheck[] {
  const before = new Map(earlier.checks.map((check) => [placed(check.id, earlier), check]));
  const compared = run.checks.map((check) => {
    const key = placed(check.id, run);
    const like = before.get(key);
    before.delete(key);
    return { check, earlier: like, differs: like?.state !== check.state };
  });
  const gone = [...before.values()].map((check) => ({
    check: { ...check, state: 'waiting' as const, observed: 'not judged in this run' },
    earlier: check,
    differs: true,
  }));
  return [...compared, ...gone];
}

/** `meter.4612409.bills` of the first meter becomes `meter.1.bills`. */
function placed(id: string, run: RunView): string {
  const [head, uid, ...rest] = id.split('.');
  const at = run.meters.indexOf(uid ?? '');
  return head === 'meter' && at >= 0 ? ['meter', at + 1, ...rest].join('.') : id;
}

/** Milestones of a run, in their order. */
export interface Milestone {
  name: string;
  /** Milliseconds after firing. */
  ms: number | undefined;
  earlierMs: number | undefined;
}

const seen = (kind: RunStep['kind']) => (run: RunView) => run.steps.find((step) => step.kind === kind)?.seenAt;

const MILESTONES: readonly [name: string, at: (run: RunView) => number | undefined][] = [
  ['Referral', seen('referral')],
  ['Authorization appeared', seen('authorization')],
  ['First meter', seen('meter')],
  ['Collection triggered', seen('collection')],
  // One that is followed again keeps the step of its verdict before, and has no verdict until it is over once more.
  ['Verdict', ({ finishedAt }) => finishedAt],
];

/** Time to each milestone that either run reached. */
export function milestones(run: RunView, earlier: RunView | undefined): Milestone[] {
  const rows = MILESTONES.map(([name, at]) => ({
    name,
    ms: timeTo(run, at),
    earlierMs: earlier && timeTo(earlier, at),
  }));
  return rows.filter(({ ms, earlierMs }) => ms !== undefined || earlierMs !== undefined);
}

function timeTo(run: RunView, at: (run: RunView) => number | undefined): number | undefined {
  const reached = at(run);
  return reached === undefined || run.firedAt === undefined ? undefined : reached - run.firedAt;
}
