/** Which logins there are: those with a plan of the bootstrap, the test scenarios, and any other user name. */
import { SCENARIOS } from '#shared/scenarios/names.ts';
import { createLogin, createUidBook, type LoginPlan, planOf } from './logins.ts';
import type { Login, Millis, Settings } from './types.ts';
import { type UtilityFacts, utilityOf } from './utilities.ts';

/** Longest user name that a utility knows. */
const LONGEST_NAME = 128;

export interface LoginBook {
  /** A login with a plan of its own; the first plan of a (utility, username) stays. Throws for an unknown utility. */
  plan(utilityId: string, username: string, plan: LoginPlan): Login;
  /** Null for a utility or a test scenario that does not exist. */
  find(utilityId: string, username: string): Login | null;
}

/** Logins by utility and username; each is made when first asked for, and stays. */
export function createLoginBook(settings: Settings, startedAt: Millis): LoginBook {
  const known = new Map<string, Login>();
  const context = { seed: settings.seed, startedAt, uids: createUidBook(settings.seed) };
  const make = (utility: UtilityFacts, username: string, scenario: string | null, plan: LoginPlan): Login => {
    const name = `${utility.id}|${username}`;
    const login = known.get(name) ?? createLogin(context, utility, username, scenario, plan);
    known.set(name, login);
    return login;
  };
  return {
    plan(utilityId: string, username: string, plan: LoginPlan): Login {
      const utility = utilityOf(utilityId);
      if (!utility) throw new Error(`utilities.ts has no ${utilityId}`);
      return make(utility, username, null, plan);
    },
    find(utilityId: string, username: string): Login | null {
      const utility = utilityOf(utilityId);
      const trimmed = username.trim();
      if (!utility || trimmed === '' || trimmed.length > LONGEST_NAME) return null;
      const prefix = `${settings.testPrefix}_TEST_`;
      if (!trimmed.startsWith(prefix)) return make(utility, trimmed, null, planOf(utility, null));
      const scenario = trimmed.slice(prefix.length);
      const exists = SCENARIOS.some((row) => row.name === scenario) || utility.ccaScenario === scenario;
      return exists ? make(utility, trimmed, scenario, planOf(utility, scenario)) : null;
    },
  };
}
