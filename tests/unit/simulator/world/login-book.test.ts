import { describe, expect, it } from 'vitest';
import { createLoginBook } from '../../../../electron/simulator/world/login-book.ts';
import { startInstant } from '../../../../electron/simulator/world/time.ts';
import { createWorld } from '../../../../electron/simulator/world/world.ts';

const started = startInstant(1);
const { settings } = createWorld(1, { now: () => started, schedule: () => () => undefined });
const book = () => createLoginBook(settings, started);
const PLAN = { kind: 'commercial', meters: [{ profile: 'office' }, { profile: 'bakery' }] } as const;

describe('the logins of a service', () => {
  it('are made once, and are those that were planned', () => {
    const logins = book();
    const planned = logins.plan('DEMO', 'shop', PLAN);
    expect(planned.models.map(({ profile }) => profile)).toEqual(['office', 'bakery']);
    expect(logins.find('DEMO', ' shop ')).toBe(planned);
    expect(logins.plan('DEMO', 'shop', { ...PLAN, meters: [] })).toBe(planned);
    expect(logins.find('DEMO', 'someone')).toBe(logins.find('DEMO', 'someone'));
  });

  it('are the same in every book of a seed, in whatever order they are asked for', () => {
    const [one, other] = [book(), book()];
    const first = one.find('DEMO', 'ann');
    one.find('DEMO', 'ben');
    other.find('DEMO', 'ben');
    expect(other.find('DEMO', 'ann')).toEqual(first);
  });

  it('with the prefix of a test are scenarios that the utility has, and no others', () => {
    const test = (scenario: string) => book().find('DEMO', `${settings.testPrefix}_TEST_${scenario}`);
    expect(test('residential')?.models).toHaveLength(1);
    expect([test(''), test('Residential'), test('no_such')]).toEqual([null, null, null]);
    expect(book().find('DEMO', `${settings.testPrefix}_TES`)).not.toBeNull();
  });

  it('have a name of 1 to 128 characters, at a utility that there is', () => {
    expect(['', '  ', 'x'.repeat(129)].map((name) => book().find('DEMO', name))).toEqual([null, null, null]);
    expect(book().find('DEMO', ` ${'x'.repeat(128)} `)).not.toBeNull();
    expect(book().find('NOWHERE', 'ann')).toBeNull();
    expect(() => book().plan('NOWHERE', 'ann', PLAN)).toThrow('NOWHERE');
  });
});
