/**
 * The test scenarios of section 4.4: their names and what each simulates, in the words of the specification.
 * A table of facts only. How the service plays a scenario and what a client expects of it are written apart,
 * each from the specification, so that one can prove the other wrong.
 */

/** One row of section 4.4. */
export interface ScenarioName {
  /** The value of `scenario`, and the end of the user name `<TEST_PREFIX>_TEST_<scenario>`. */
  readonly name: string;
  /** What it simulates. */
  readonly simulates: string;
}

/** The 28 scenarios that every utility may have, in the order of the specification. */
export const SCENARIOS = [
  { name: 'residential', simulates: 'Finds 1 residential meter' },
  { name: 'commercial', simulates: 'Finds 4 commercial meters' },
  { name: 'badlogin', simulates: 'Error: invalid login credentials' },
  { name: 'badlogin_after', simulates: 'Returns a meter, then the badlogin error when collecting data' },
  { name: 'websitedown', simulates: 'Error: utility website down' },
  { name: 'websitedown_after', simulates: 'Returns a meter, then the websitedown error on collection' },
  { name: 'utilityerror', simulates: 'Error encountered on the utility' },
  { name: 'utilityerror_after', simulates: 'Returns a meter, then a utility error on collection' },
  { name: 'locked', simulates: 'Login locked out' },
  { name: 'locked_after', simulates: 'Returns a meter, then lockout on collection' },
  { name: 'access_unsupported', simulates: 'Login needs an unsupported type of multi-factor authentication' },
  { name: 'access_unsupported_after', simulates: 'Returns a meter, then the same on collection' },
  { name: 'randomerror', simulates: 'Unexpected error' },
  { name: 'randomerror_after', simulates: 'Returns a meter, then an unexpected error on collection' },
  { name: 'empty', simulates: 'Account without any meters' },
  { name: 'revoked', simulates: 'Returns a meter, then the meter is revoked on collection' },
  { name: 'expired', simulates: 'Returns a meter, then the meter is expired on collection' },
  { name: 'wait_to_login', simulates: 'Error showing the service is rate limited by a utility' },
  { name: 'wait_to_login_after', simulates: 'Returns a meter, then that rate-limit error' },
  { name: 'nobills', simulates: 'Returns a meter, then no bills are available' },
  { name: 'nointervals', simulates: 'Returns a meter, then no intervals are available' },
  { name: 'partialmeters', simulates: 'Finds only part of the meter list (utility errored loading the full list)' },
  { name: 'partialbills', simulates: 'Returns a meter, then only some bills, others error' },
  { name: 'partialintervals', simulates: 'Returns a meter, then only some intervals, others error' },
  {
    name: 'pending_manual',
    simulates: 'Indefinite notice that meter-list collection is pending manual intervention',
  },
  {
    name: 'pending_manual_after',
    simulates: 'Returns a meter, then an indefinite pending-manual-intervention notice for data collection',
  },
  { name: 'mfa_needed', simulates: 'Authorization requires an MFA code to log in' },
  {
    name: 'incomplete_registration',
    simulates: 'Issue with the utility account, often because the holder must set the account up first',
  },
] as const satisfies readonly ScenarioName[];

/** A name of {@link SCENARIOS}. */
export type CommonScenario = (typeof SCENARIOS)[number]['name'];

/** What the one further scenario simulates, which exists for a single utility. */
export const CCA_SIMULATES =
  'A community-choice service with its parent service, with bills that contain supplier blocks';

/** The name of that further scenario at a utility: `<utility>_cca_service`. */
export function ccaScenario(utility: string): string {
  return `${utility}_cca_service`;
}
