import type { CommonScenario } from '#shared/scenarios/names.ts';
import { COLLECTION_SCRIPTS, FIRST_DELIVERIES, PLAIN_COLLECTION } from '../collection/collection-scripts.ts';
import { isoMicros } from '../world/time.ts';
import type { Authorization, ScenarioDriver, World } from '../world/types.ts';
import { LOGIN_SCRIPTS, type LoginStep, PLAIN_LOGIN } from './login-scripts.ts';
import { makeNote, noteText, withNote } from './notes.ts';
import { type Outcome, playScript } from './script.ts';

/** A step of the script, or one of the meters that a `find` came upon. */
type PlayedStep = LoginStep & { readonly found?: { readonly position: number; readonly of: number } };

interface Waiting {
  readonly rest: readonly PlayedStep[];
  readonly pace: 'instant' | 'simulated';
}

/** Name of a common scenario? Own property only: a user name may end in `constructor`. */
export function isCommonScenario(name: string | null): name is CommonScenario {
  return name !== null && Object.hasOwn(LOGIN_SCRIPTS, name);
}

/**
 * Plays the login part of the scenarios (section 4.4) over simulated time: meters appear, notes and status change,
 * and the events of section 6.1 follow `authorization_created`. An authorization that is revoked or expires on the way
 * is left alone from then on.
 */
export function createDriver(world: World): ScenarioDriver {
  const waiting = new Map<string, Waiting>();
  world.onEvent(({ type, authorization_uid }) => {
    if (type === 'authorization_revoked' || type === 'authorization_expired') waiting.delete(authorization_uid ?? '');
  });

  const play = (authorization: Authorization, steps: readonly PlayedStep[], pace: 'instant' | 'simulated') => {
    playScript(world.clock, steps, pace, (step: PlayedStep, rest) => {
      if (authorization.revokedAt !== null || authorization.isExpired) return 'end';
      const outcome = applyStep(world, authorization, step);
      if (outcome === 'hold') waiting.set(authorization.uid, { rest, pace });
      return outcome;
    });
  };

  return {
    submitted(authorization, pace) {
      const { scenario } = authorization.login;
      play(authorization, isCommonScenario(scenario) ? LOGIN_SCRIPTS[scenario] : PLAIN_LOGIN, pace);
    },
    awaitsCode: (authorization) => waiting.has(authorization.uid),
    enterCode(authorization, code) {
      const held = waiting.get(authorization.uid);
      if (held === undefined) return false;
      if (code.trim() !== world.settings.mfaCode) {
        const notes = withNote(authorization.notes, makeNote(world, 'access_code_wrong'));
        world.setAuthorization(authorization, { notes, statusMessage: noteText('access_code_wrong') });
        return false;
      }
      waiting.delete(authorization.uid);
      const answered = authorization.notes.filter((note) => !note.type.startsWith('access_code_'));
      world.setAuthorization(authorization, { notes: answered });
      play(authorization, held.rest, held.pace);
      return true;
    },
    firstDelivery(authorization) {
      const { scenario } = authorization.login;
      if (!isCommonScenario(scenario) || COLLECTION_SCRIPTS[scenario] === PLAIN_COLLECTION) {
        return { bills: 'all', intervals: 'all' };
      }
      return FIRST_DELIVERIES[scenario] ?? { bills: 'none', intervals: 'none' };
    },
  };
}

function applyStep(world: World, authorization: Authorization, step: PlayedStep): Outcome<PlayedStep> {
  if (step.found !== undefined) addMeter(world, authorization, step.found);
  if (step.note !== undefined) {
    const more = {
      ...(step.etaS === undefined ? {} : { eta: world.clock.now() + step.etaS * 1_000 }),
      ...(step.waitForCode ? { url: codePageUrl(world, authorization) } : {}),
    };
    const notes = withNote(authorization.notes, makeNote(world, step.note, more));
    world.setAuthorization(authorization, { notes });
  }
  const message = step.message ?? (step.note === undefined ? undefined : noteText(step.note));
  if (message !== undefined) world.setAuthorization(authorization, { statusMessage: message });
  if (step.status !== undefined) world.setAuthorization(authorization, { status: step.status });
  if (step.event !== undefined) world.emit(step.event, { authorization });
  if (step.waitForCode) return 'hold';
  return step.find === undefined ? undefined : findMeters(authorization, step.find);
}

/** One step a meter, so that the list grows visibly. */
function findMeters(authorization: Authorization, share: 'all' | 'part'): readonly PlayedStep[] {
  const of = authorization.login.models.length;
  const count = share === 'all' ? of : Math.ceil(of / 2);
  return Array.from({ length: count }, (_, position) => ({ afterS: 1, found: { position, of } }));
}

function addMeter(world: World, authorization: Authorization, found: { position: number; of: number }): void {
  const model = authorization.login.models[found.position];
  if (model === undefined) return;
  const meter = world.addMeter(authorization, model);
  world.setMeter(meter, { status: 'updated', statusMessage: `found on ${isoMicros(world.clock.now()).slice(0, 10)}` });
  world.setAuthorization(authorization, { statusMessage: `found meter ${found.position + 1} of ${found.of}` });
}

/** Where the customer enters the code that a waiting login asks for. */
function codePageUrl(world: World, authorization: Authorization): string {
  const referral = encodeURIComponent(authorization.referrals[0] ?? '');
  return `${world.settings.baseUrl}/forms/${authorization.formUid}/code/${referral}`;
}
