import { createLogin, createUidBook, type MeterPlan } from '../../../../electron/simulator/world/logins.ts';
import type { MeterModel } from '../../../../electron/simulator/world/types.ts';
import { utilityOf } from '../../../../electron/simulator/world/utilities.ts';

export const STARTED = Date.UTC(2026, 1, 3, 17);

/** A meter of some customer, as the world makes them. */
export function modelOf(utilityId: string, profile: MeterPlan['profile'], username = 'someone'): MeterModel {
  const utility = utilityOf(utilityId);
  if (!utility) throw new Error(`no utility ${utilityId}`);
  const context = { seed: 1, startedAt: STARTED, uids: createUidBook(1) };
  const login = createLogin(context, utility, username, null, { kind: 'residential', meters: [{ profile }] });
  const model = login.models[0];
  if (!model) throw new Error('the login has no meter');
  return model;
}
