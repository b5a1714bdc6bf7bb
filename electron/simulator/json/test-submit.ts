import { ccaScenario, SCENARIOS } from '#shared/scenarios/names.ts';
import type { Form, Utility, World } from '../world/types.ts';
import { invalid, missing } from './errors.ts';

/** The scenarios that a utility can play: the common ones, and its community-choice one where it has it. */
export function scenariosOf(utility: Utility): readonly string[] {
  const common = SCENARIOS.map((scenario) => scenario.name);
  return utility.ccaScenario === null ? common : [...common, ccaScenario(utility.id)];
}

/** The user name of a scenario (section 4.4). */
export function scenarioUsername(world: World, scenario: string): string {
  return `${world.settings.testPrefix}_TEST_${scenario}`;
}

/**
 * Answers `POST /forms/{form_uid}/test-submit` (section 4.2): a new authorization each time, as if a customer had sent
 * the form with the user name of the scenario.
 * @throws ApiError 400 required_param_missing | invalid_param
 */
export function testSubmit(world: World, form: Form, body: Record<string, unknown>): { referral: string } {
  const utilityId = requiredText(body, 'utility');
  const scenario = requiredText(body, 'scenario');
  const utility = world.utilities.find((candidate) => candidate.id === utilityId);
  if (utility === undefined) throw invalid('utility', 'there is no such utility');
  if (form.utility !== null && form.utility !== utility.id) throw invalid('utility', 'the form is for another utility');
  if (!scenariosOf(utility).includes(scenario)) throw invalid('scenario', 'this utility has no such scenario');
  const authorization = world.submit({
    utility: utility.id,
    username: scenarioUsername(world, scenario),
    formUid: form.uid,
    source: 'test-submit',
    ...(form.customerEmail === null ? {} : { customerEmail: form.customerEmail }),
  });
  return { referral: authorization.referrals[0] ?? '' };
}

function requiredText(body: Record<string, unknown>, name: string): string {
  const value = body[name];
  if (value === undefined || value === null) throw missing(name);
  if (typeof value !== 'string' || value === '') throw invalid(name, 'it must be a text');
  return value;
}
