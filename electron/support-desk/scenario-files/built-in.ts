/** The expectations of the catalogue as a scenario file names them, and those that remain without a collection. Pure. */
import type { BuiltInExpectation, ScenarioFile } from '#shared/contract/scenario-files.ts';
import type { Expectation } from '../catalogue.ts';

/** `meter.4612409.bills` is `meter.bills`. */
export function builtInName(id: string): BuiltInExpectation {
  const [head, ...rest] = id.split('.');
  // All ids of checks are of these names; the unit test of the verdicts holds them to it.
  return (head === 'meter' ? `meter.${rest.at(-1)}` : id) as BuiltInExpectation;
}

export function isLeftOut(file: ScenarioFile | undefined, id: string): boolean {
  const leftOut = file?.expectations?.leaveOut ?? [];
  return leftOut.includes('all') || leftOut.includes(builtInName(id));
}

/** What a scenario must lead to where a file goes on without a historical collection: what would come of one does not count. */
export function expectedBy(file: ScenarioFile | undefined, expectation: Expectation): Expectation {
  if (!file || expectation.meter === 'not collected' || file.steps.some(({ collect }) => collect)) return expectation;
  return {
    ...expectation,
    meter: 'not collected',
    bills: 'any',
    intervals: 'any',
    meterEvents: [],
    dataEvents: [],
    authorizationEvents: expectation.authorizationEvents.filter(
      (event) => event !== 'authorization_revoked' && event !== 'authorization_expired',
    ),
    reason: expectation.reason?.on === 'meters' ? undefined : expectation.reason,
  };
}
