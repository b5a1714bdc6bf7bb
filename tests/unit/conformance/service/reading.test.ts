/** How the check of a service finds an address for each resource, from the lists to what is in them. */
import { describe, expect, it } from 'vitest';
import { RowBook } from '../../../../electron/common/rows/book.ts';
import type { Run } from '../../../../electron/conformance/service/context.ts';
import type { Credential, ServiceDoor } from '../../../../electron/conformance/service/door.ts';
import { readRegistration, readResources } from '../../../../electron/conformance/service/reading.ts';
import { type ResourceName, resourceNamed, resourcePath } from '../../../../shared/resources.ts';
import { wholeFeed } from '../../../fixtures/whole-feed.ts';
import { answered, filed, runAt } from './run-at.ts';

const ESPI = 'https://u.example/DataCustodian/espi/1_1/resource';
const points = (uid: string) => `/Subscription/${uid}/UsagePoint`;
const readings = (uid: string, meter: string) => `${points(uid)}/${meter}/MeterReading`;

/** An entry at a path, with links to others. */
function entry(path: string, ...related: string[]): string {
  const links = related.map((to) => `<link rel="related" href="${ESPI}${to}"/>`).join('');
  return `<entry xmlns="http://www.w3.org/2005/Atom"><link rel="self" href="${ESPI}${path}"/>${links}</entry>`;
}

/** Reads a service whose lists hold these entries; what is not there is 404. */
async function readAt(lists: Record<string, string[]>, authorizations: string[]) {
  const asked: { path: string; credential: Credential }[] = [];
  const door = {
    held: async () => ({ classes: ['access'], isClientStale: false, grants: [] }),
    get: async (path: string, credential: Credential) => {
      asked.push({ path, credential });
      const list = lists[path];
      const body = list === undefined ? '' : `<feed xmlns="http://www.w3.org/2005/Atom">${list.join('')}</feed>`;
      return { status: list === undefined ? 404 : 200, headers: {}, body, request: undefined, fault: undefined };
    },
    judge: undefined,
  } as Pick<ServiceDoor, 'get' | 'held' | 'judge'>;
  const run: Run = {
    door: door as ServiceDoor, // nothing else of it is used here
    book: new RowBook(),
    consents: new Set(),
    pace: async () => undefined,
    authorizations,
    answers: new Map(),
    found: new Map(),
    known: new Set(),
    active: new Set(),
    refused: new Set(),
    renewable: [],
    made: undefined,
  };
  await readResources(run);
  return {
    asked,
    path: (name: ResourceName) => run.found.get(name)?.path,
    cannot: (id: string) => run.book.outcome(id).cannot,
  };
}

describe('addresses of resources', () => {
  it('are found in the lists above them, and each is asked for once', async () => {
    const { asked, path } = await readAt(
      {
        [points('7')]: [entry(`${points('7')}/m1`), entry(`${points('7')}/m2`)],
        [readings('7', 'm1')]: [],
        [readings('7', 'm2')]: [entry(`${readings('7', 'm2')}/r1`)],
        [`${readings('7', 'm2')}/r1/IntervalBlock`]: [entry(`${readings('7', 'm2')}/r1/IntervalBlock/b1`)],
      },
      ['7'],
    );
    expect(path('UsagePoint')).toBe(`${points('7')}/m1`);
    expect(path('MeterReading')).toBe(`${readings('7', 'm2')}/r1`);
    expect(path('IntervalBlock')).toBe(`${readings('7', 'm2')}/r1/IntervalBlock/b1`);
    expect(path('BatchUsagePoint')).toBe('/Batch/Subscription/7/UsagePoint/m1');
    const paths = asked.map((one) => one.path);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('are looked for in the next authorization where the first has nothing', async () => {
    const lists = { [points('7')]: [], [points('8')]: [entry(`${points('8')}/m1`)] };
    const { asked, path } = await readAt(lists, ['7', '8']);
    expect([path('UsagePointList'), path('UsagePoint')]).toEqual([points('8'), `${points('8')}/m1`]);
    const own = asked.find((one) => one.path === points('8'));
    expect(own?.credential).toEqual({ kind: 'held', tokenClass: 'access', scope: '8' });
  });

  it('of a list that is empty everywhere are those of the first authorization', async () => {
    const { path, cannot } = await readAt({ [points('7')]: [], [points('8')]: [] }, ['7', '8']);
    expect(path('UsagePointList')).toBe(points('7'));
    expect(path('UsagePoint')).toBeUndefined();
    expect(cannot('RES.UsagePoint')).toEqual([
      'no list and no link of the authorizations that were looked into names one',
    ]);
  });

  it('count as not there after four entries of a list, and six authorizations', async () => {
    const meters = ['m1', 'm2', 'm3', 'm4', 'm5'];
    const lists = {
      [points('7')]: meters.map((meter) => entry(`${points('7')}/${meter}`)),
      [readings('7', 'm5')]: [entry(`${readings('7', 'm5')}/r1`)],
    };
    const { asked, path } = await readAt(lists, ['7']);
    expect(path('MeterReading')).toBeUndefined();
    expect(asked.map((one) => one.path)).not.toContain(readings('7', 'm5'));
    const empty = Object.fromEntries(['1', '2', '3', '4', '5', '6', '7'].map((uid) => [points(uid), []]));
    const many = await readAt(
      empty,
      Object.keys(empty).map((list) => list.split('/')[2] ?? ''),
    );
    expect(many.asked.map((one) => one.path)).toContain(points('6'));
    expect(many.asked.map((one) => one.path)).not.toContain(points('7'));
  });

  it('that no list has are found by links of what was read with a token that can be used', async () => {
    const { path, cannot } = await readAt(
      {
        [points('7')]: [entry(`${points('7')}/m1`, '/LocalTimeParameters/tz1')],
        [readings('7', 'm1')]: [entry(`${readings('7', 'm1')}/r1`, '/ReadingType/t1')],
      },
      ['7'],
    );
    expect([path('LocalTimeParameters'), path('ReadingType')]).toEqual(['/LocalTimeParameters/tz1', '/ReadingType/t1']);
    expect(path('NonEspi')).toBeUndefined();
    expect(cannot('RES.NonEspi')).toHaveLength(1);
  });

  it('take a token that can be used', async () => {
    const { asked, cannot } = await readAt({ [points('7')]: [] }, []);
    expect(asked).toEqual([]);
    expect(cannot('RES.UsagePoint')).toEqual(['there is no access_token that can be used']);
    expect(cannot('FND006')).toEqual(['there is no client token']);
  });
});

describe('the access_tokens that are used', () => {
  const batch = (uid: string) => `/Batch/Subscription/${uid}`;

  /** Those that are used, and the paths that were asked with them. @param refused paths that are answered 401 */
  async function usedOf(ends: Record<string, boolean>, refused: (path: string) => boolean) {
    const asked: string[] = [];
    const run = runAt({
      held: async () => ({
        classes: ['access'],
        isClientStale: false,
        grants: Object.entries(ends).map(([authorization, isEndKnown]) => {
          return { authorization, isEndKnown, isStale: false, isOver: false, renewable: false };
        }),
      }),
      get: async (path) => {
        asked.push(path);
        return answered(refused(path) ? 401 : 200);
      },
    });
    await readRegistration(run);
    return { used: run.authorizations, refused: [...run.refused], asked };
  }

  it('are tried once where nobody says when they end', async () => {
    const { used, refused, asked } = await usedOf({ a: false, b: false, c: true }, (path) => path.includes('/a'));
    expect([used, refused]).toEqual([['b', 'c'], ['a']]);
    expect(asked).toEqual([points('a'), batch('a'), points('b')]);
  });

  it('are those, too, that are refused at one address only: that is a fault of the service', async () => {
    expect(await usedOf({ a: false }, (path) => path === points('a'))).toMatchObject({ used: ['a'], refused: [] });
  });

  it('are looked for until six are found or refused', async () => {
    const many = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((uid) => [uid, false]));
    const good = await usedOf(many, () => false);
    expect([good.used, good.asked.length]).toEqual([Object.keys(many), 6]);
    const bad = await usedOf({ ...many, i: true }, () => true);
    expect([bad.used, bad.refused.length]).toEqual([['i'], 6]);
  });
});

describe('a usage batch', () => {
  const list = (scope: string) =>
    answered(
      200,
      `<feed xmlns="http://www.w3.org/2005/Atom"><entry><link rel="self" href="${ESPI}/Authorization/7"/><content><Authorization xmlns="http://naesb.org/espi">${scope}</Authorization></content></entry></feed>`,
    );

  it.each([
    ['that was not read', answered(404)],
    ['without a scope', list('')],
    ['whose scope names no function block', list('<scope>IntervalDuration=900</scope>')],
  ])('of an authorization %s is not looked at for the function blocks', async (_, authorizations) => {
    const run = runAt({
      get: async (path) => answered(path.startsWith('/Batch/Subscription') ? 200 : 404, wholeFeed()),
    });
    run.found.clear();
    run.answers.set(resourceNamed('AuthorizationList').path, authorizations);
    await readResources(run);
    expect(filed(run, 'FND005')).toEqual({
      passed: [expect.stringMatching(/^200, a feed of \d+$/)],
      failed: [],
      cannot: ['which function blocks its scope has is not known'],
    });
  });

  it('of an authorization with function blocks is judged by them', async () => {
    const run = runAt({
      get: async (path) => answered(path.startsWith('/Batch/Subscription') ? 200 : 404, wholeFeed()),
    });
    run.answers.set(resourceNamed('AuthorizationList').path, list('<scope>FB=1_4_5</scope>'));
    await readResources(run);
    expect(filed(run, 'FND005')).toMatchObject({ failed: [], cannot: [] });
    expect(run.answers.has(resourcePath(resourceNamed('BatchSubscription'), { auth_uid: '7' }))).toBe(true);
  });

  it.each([
    [
      'only as the book is written',
      'D007',
      wholeFeed().replace('<link rel="related" href="/espi/1_1/resource/LocalTimeParameters/1"/>', ''),
    ],
    [
      'by its text alone',
      'D042',
      wholeFeed().replace('>1700000000</start></interval>', '>1700000900</start></interval>'),
    ],
  ])('in which a test with a flaw fails %s makes a note', async (how, test, batch) => {
    const run = runAt({
      get: async (path) => answered(path.startsWith('/Batch/Subscription') ? 200 : 404, batch),
    });
    run.answers.set(resourceNamed('AuthorizationList').path, list('<scope>FB=1_4_5</scope>'));
    await readResources(run);
    expect(run.book.notes.map(({ message }) => message)).toEqual([
      expect.stringMatching(
        new RegExp(`^${test} fails in the batch: ${how}\\. .* It does not count here: As written `),
      ),
    ]);
    expect(filed(run, 'FND005')).toMatchObject({ failed: [], cannot: [] });
  });

  it.each([
    ['without any value', '4', wholeFeed().replace(/<value>\d+<\/value>/g, ''), 'D046 (FB_04)'],
    ['without gas', '4_10', wholeFeed().replaceAll(/<uom>(119|169)<\/uom>/g, '<uom>0</uom>'), 'D079 (FB_10)'],
  ])(
    '%s fails: a flaw of the test that does not change its verdict excuses nothing',
    async (_, scope, batch, failing) => {
      const run = runAt({
        get: async (path) => answered(path.startsWith('/Batch/Subscription') ? 200 : 404, batch),
      });
      run.answers.set(resourceNamed('AuthorizationList').path, list(`<scope>FB=${scope}</scope>`));
      await readResources(run);
      expect(run.book.notes).toEqual([]);
      expect(filed(run, 'FND005').failed).toEqual([`200, and data-element tests of its scope fail: ${failing}`]);
    },
  );
});
