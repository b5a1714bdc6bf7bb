import { describe, expect, it } from 'vitest';
import { createLogin, createUidBook, HISTORY_MONTHS, planOf } from '../../../../electron/simulator/world/logins.ts';
import { utilityOf } from '../../../../electron/simulator/world/utilities.ts';
import { calendarOf, localDay, midnight, zoneOf } from '../../../../electron/simulator/world/zones.ts';
import { STARTED } from './models.ts';

function utility(id: string) {
  const found = utilityOf(id);
  if (!found) throw new Error(`no utility ${id}`);
  return found;
}
const login = (
  id: string,
  username: string,
  scenario: string | null = null,
  plan = planOf(utility(id), scenario),
  seed = 1,
) => createLogin({ seed, startedAt: STARTED, uids: createUidBook(seed) }, utility(id), username, scenario, plan);

describe('a login', () => {
  it('is a pure function of seed, utility and name', () => {
    expect(login('DEMO', 'ann')).toEqual(login('DEMO', 'ann'));
    const uids = [
      login('DEMO', 'ann'),
      login('DEMO', 'ben'),
      login('PACIFIC', 'ann'),
      login('DEMO', 'ann', null, undefined, 2),
    ];
    expect(new Set(uids.map(({ accountUid }) => accountUid)).size).toBe(4);
    expect(new Set(uids.map(({ models }) => models[0]?.uid)).size).toBe(4);
  });

  it('keeps data for three years and a month, from a local midnight on', () => {
    for (const id of ['DEMO', 'PACIFIC', 'SGE']) {
      const [model] = login(id, 'ann').models;
      if (!model) throw new Error('no meter');
      const zone = zoneOf(model.zone);
      const day = localDay(zone, model.historyStart);
      expect(midnight(zone, day)).toBe(model.historyStart);
      const [from, to] = [calendarOf(day), calendarOf(localDay(zone, STARTED / 1000))];
      expect(to.year * 12 + to.month - (from.year * 12 + from.month)).toBe(HISTORY_MONTHS);
      expect(model.intervalStart).toBe(model.historyStart);
    }
  });

  it('has intervals only from its smart meter on', () => {
    const plan = { kind: 'residential', meters: [{ profile: 'home', smartAfterMonths: 12 }] } as const;
    const [model] = login('DEMO', 'ann', null, plan).models;
    expect((model?.intervalStart ?? 0) - (model?.historyStart ?? 0)).toBeGreaterThan(364 * 86_400);
  });

  it('measures as its commodity does', () => {
    const profiles = ['home', 'gasHome', 'waterHome', 'adelaideHome'] as const;
    const plan = { kind: 'residential', meters: profiles.map((profile) => ({ profile })) } as const;
    const { models, billingAddress } = login('DEMO', 'ann', null, plan);
    expect(models.map(({ intervalLength }) => intervalLength)).toEqual([900, 86_400, 3600, 1800]);
    expect(models.map(({ meterNumber }) => meterNumber.charAt(0))).toEqual(['E', 'G', 'W', 'E']);
    // The first meter is at the customer's own address; two others share one.
    expect(models[0]?.address).toEqual(billingAddress);
    expect(models[1]?.address).toEqual(models[2]?.address);
    expect(models[3]?.address).not.toEqual(models[2]?.address);
  });
});

describe('what a scenario’s account holds', () => {
  const profiles = (id: string, scenario: string | null) =>
    planOf(utility(id), scenario).meters.map(({ profile }) => profile);
  it('is one house, of the kind that the utility has, unless it is said', () => {
    expect([profiles('DEMO', null), profiles('DEMO', 'badlogin'), profiles('SGE', 'residential')]).toEqual([
      ['home'],
      ['home'],
      ['adelaideHome'],
    ]);
    expect(profiles('DEMO', 'empty')).toEqual([]);
    expect(profiles('DEMO', 'commercial')).toHaveLength(4);
  });

  it('has a community supplier in that scenario only, and only where the utility has it', () => {
    expect(login('DEMO', 'x', 'DEMO_cca_service').models[0]?.communitySupplier).not.toBeNull();
    expect(login('DEMO', 'x', 'residential').models[0]?.communitySupplier).toBeNull();
    expect(planOf(utility('PACIFIC'), 'DEMO_cca_service')).not.toHaveProperty('community');
  });
});

it('a uid is a meter’s own, also where the number is taken', () => {
  const book = createUidBook(1);
  const names = Array.from({ length: 30_000 }, (_, n) => `meter ${n}`);
  const uids = names.map((name) => book.meterUid(name));
  expect(new Set(uids).size).toBe(names.length);
  expect(uids.every((uid) => /^\d{7}$/.test(uid))).toBe(true);
  expect(names.map((name) => book.meterUid(name))).not.toContain(undefined);
  expect(book.meterUid('meter 5')).toBe(uids[5]);
});
