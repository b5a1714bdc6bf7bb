import { beforeEach, describe, expect, it } from 'vitest';
import { supportHandlers } from '../../../../electron/app/handlers/support.ts';
import type { StoredRecord } from '../../../../electron/engine/index.ts';
import { newRun } from '../../../../electron/support-desk/run-parts.ts';
import type { RunView } from '../../../../shared/contract/scenarios.ts';
import { AppError } from '../../../../shared/errors.ts';
import { partsWith } from './parts.ts';

let happened: unknown[];
beforeEach(() => {
  happened = [];
});

interface Choices {
  workspace?: { mode?: 'test' | 'live'; utility?: string; testPrefix?: string; formUid?: string };
  /** False: the user made the workspace read-only. */
  mayAct?: boolean;
  /** What the store has, newest first. */
  stored?: StoredRecord[];
  /** What the JSON API answers, by method. */
  api?: Record<string, () => unknown>;
}

function bench({ workspace, mayAct = true, stored = [], api = {} }: Choices = {}) {
  const note = (...what: unknown[]) => void happened.push(what);
  const none = { items: [], next: undefined };
  const answers: Record<string, (input: { id: string; kind: string; batch?: string }) => unknown> = {
    'runs.one': ({ id }) => stored.find((record) => (record.view as RunView).id === id),
    'runs.stored': ({ batch }) => {
      const rows = stored.filter(({ view }) => batch === undefined || (view as RunView).batch === batch);
      return { rows, matching: rows.length };
    },
  };
  return supportHandlers(
    partsWith({
      log: { error: (what) => note('logged', what) },
      connections: {
        ready: (async () => ({ name: 'Ellison Road', mode: 'test', ...workspace })) as never,
        requireMayAct: () => {
          if (!mayAct) throw new AppError({ code: 'workspace_read_only', message: 'It is read-only.' });
        },
      },
      engine: { call: (async (name: string, input: never) => answers[name]?.(input)) as never },
      supportDesk: {
        api: (async () => ({ forms: async () => none, authorizations: async () => none, ...api })) as never,
        runs: (async () => ({
          startAll: async (wanted: object[], paceMs: number) => {
            note('started', wanted, paceMs);
            return wanted.map((_, index) => ({ id: `run-${index}` }));
          },
          adopt: async (run: unknown, authorization: string) => note('adopted', run, authorization),
          annotate: async (id: string, text: string, read: () => Promise<unknown>) => note(id, text, await read()),
        })) as never,
        collections: (async () => ({
          start: async (meters: string[], months: number) => {
            note('collected', meters, months);
            return { id: 'collection-1' };
          },
        })) as never,
      },
    }),
  );
}

function run(more: Partial<RunView> = {}): StoredRecord {
  const view = { ...newRun('w', { form: 'f', utility: 'DEMO', scenario: 'residential' }, 1000), ...more };
  return { view, state: { view, observation: undefined } } as unknown as StoredRecord;
}

const BATCH = {
  workspace: 'w',
  form: 'f',
  utilities: ['DEMO', 'OTHER'],
  scenarios: ['residential', 'commercial'],
  paceMs: 500,
  repeats: 'run-before',
  confirmed: false,
};
const METERS = { workspace: 'w', meters: ['m1', 'm2'], months: 12, confirmed: false };

describe('what acts on a service', () => {
  it('a batch is each scenario at each utility, under one number', async () => {
    const { batch, runs } = await bench()['runs.start'](BATCH);
    expect(runs).toEqual(['run-0', 'run-1', 'run-2', 'run-3']);
    const each = (utility: string, scenario: string) => ({
      form: 'f',
      utility,
      scenario,
      batch,
      repeats: 'run-before',
    });
    const wanted = ['DEMO', 'OTHER'].flatMap((of) => [each(of, 'residential'), each(of, 'commercial')]);
    expect(happened).toEqual([['started', wanted, 500]]);
  });

  it('is done at once in a test workspace', async () => {
    expect(await bench()['collections.start'](METERS)).toEqual({ id: 'collection-1' });
    expect(happened).toEqual([['collected', ['m1', 'm2'], 12]]);
  });

  it('in a live workspace is done for nobody who was not told, and then as told', async () => {
    const handlers = bench({ workspace: { mode: 'live' } });
    const refused = { code: 'confirmation_needed', message: expect.stringContaining('"Ellison Road"') };
    await expect(handlers['runs.start'](BATCH)).rejects.toMatchObject(refused);
    await expect(handlers['collections.start'](METERS)).rejects.toMatchObject(refused);
    expect(happened).toEqual([]);
    await handlers['runs.start']({ ...BATCH, confirmed: true });
    await handlers['collections.start']({ ...METERS, confirmed: true });
    expect(happened.map((what) => (what as unknown[])[0])).toEqual(['started', 'collected']);
  });

  it('in a read-only workspace is not done, confirmed or not', async () => {
    const handlers = bench({ workspace: { mode: 'live' }, mayAct: false });
    const refused = { code: 'workspace_read_only' };
    await expect(handlers['runs.start']({ ...BATCH, confirmed: true })).rejects.toMatchObject(refused);
    await expect(handlers['collections.start']({ ...METERS, confirmed: true })).rejects.toMatchObject(refused);
    expect(happened).toEqual([]);
  });
});

describe('a run that is kept', () => {
  it('that does not exist is said to be unknown, by whichever call asks', async () => {
    const handlers = bench();
    const asked = { workspace: 'w', id: 'gone' };
    const unknown = { code: 'run_unknown' };
    await expect(handlers['runs.get'](asked)).rejects.toMatchObject(unknown);
    await expect(handlers['runs.markdown'](asked)).rejects.toMatchObject(unknown);
    await expect(handlers['runs.adopt']({ ...asked, authorization: '7' })).rejects.toMatchObject(unknown);
    await expect(handlers['collections.get'](asked)).rejects.toMatchObject(unknown);
    await expect(handlers['collections.findOut'](asked)).rejects.toMatchObject(unknown);
    expect(happened).toEqual([]);
  });

  it('goes on with the authorization that the user chose for it, from all that was kept of it', async () => {
    const stored = run({ id: 'a', state: 'unknown' });
    await bench({ stored: [stored] })['runs.adopt']({ workspace: 'w', id: 'a', authorization: '7' });
    expect(happened).toEqual([['adopted', stored.state, '7']]);
  });

  it('may have come to any test authorization of its utility; one that belongs to a run says so', async () => {
    const filters: unknown[] = [];
    const handlers = bench({
      stored: [run({ id: 'b', authorization: '8' }), run({ id: 'a', state: 'unknown' })],
      api: {
        authorizations: ((filter: unknown) => {
          filters.push(filter);
          return Promise.resolve({
            items: [
              { uid: '7', created: '2025-01-01T00:00:00Z', status: 'pending', utility: 'DEMO' },
              { uid: '8', created: null, status: null, utility: null },
            ],
          });
        }) as never,
      },
    });
    expect(await handlers['runs.candidates']({ workspace: 'w', id: 'a' })).toEqual([
      { authorization: '7', created: '2025-01-01T00:00:00Z', status: 'pending', utility: 'DEMO', run: undefined },
      { authorization: '8', created: undefined, status: undefined, utility: undefined, run: 'b' },
    ]);
    expect(filters).toEqual([{ isTest: true, utility: 'DEMO' }]);
  });

  it('is reported with its batch alone, in the order in which it was sent', async () => {
    const stored = [
      run({ id: 'c', batch: 'one', scenario: 'commercial' }),
      run({ id: 'b', batch: 'two', scenario: 'empty' }),
      run({ id: 'a', batch: 'one', scenario: 'residential' }),
    ];
    const handlers = bench({ stored });
    const json = await handlers['runs.report']({ workspace: 'w', batch: 'one', format: 'json' });
    expect(JSON.parse(json).map(({ scenario }: RunView) => scenario)).toEqual(['residential', 'commercial']);
    expect(await handlers['runs.report']({ workspace: 'w', batch: 'one', format: 'junit' })).toContain('tests="2"');
  });
});

describe('the catalogue', () => {
  const forms = async () => ({ items: [{ uid: 'f1', url: 'https://f1.test', utility: 'FORM_CO' }, { uid: 'f2' }] });
  const authorizations = async () => ({ items: [{ utility: 'AUTH_CO' }, { utility: null }, { utility: '' }] });

  it('names the utilities of the workspace, of forms and of authorizations, each once', async () => {
    const handlers = bench({ workspace: { utility: 'FORM_CO', testPrefix: 'ACME' }, api: { forms, authorizations } });
    const {
      utilities,
      utility,
      form,
      scenarios,
      forms: listed,
    } = await handlers['scenarios.catalogue']({
      workspace: 'w',
    });
    expect(utilities).toEqual(['FORM_CO', 'AUTH_CO']);
    expect([utility, form]).toEqual(['FORM_CO', 'f1']);
    expect(listed).toEqual([
      { uid: 'f1', title: 'f1, of FORM_CO', url: 'https://f1.test' },
      { uid: 'f2', title: 'f2', url: undefined },
    ]);
    expect(scenarios.find(({ name }) => name === 'residential')?.userName).toBe('ACME_TEST_residential');
  });

  it('is that of the utility that the user chose, and of the form that the workspace names', async () => {
    const handlers = bench({ workspace: { formUid: 'f2' }, api: { forms, authorizations } });
    expect(await handlers['scenarios.catalogue']({ workspace: 'w', utility: 'AUTH_CO' })).toMatchObject({
      utility: 'AUTH_CO',
      form: 'f2',
    });
  });

  it('is there while the service does not answer, from what the workspace says', async () => {
    const silent = () => Promise.reject(new AppError({ code: 'network_unreachable', message: 'No.' }));
    const handlers = bench({ workspace: { utility: 'DEMO' }, api: { forms: silent, authorizations: silent } });
    const { utilities, form, scenarios } = await handlers['scenarios.catalogue']({ workspace: 'w' });
    // Without the prefix of the service nobody knows the user names of its forms.
    expect(scenarios[0]?.userName).toBeUndefined();
    expect([utilities, form, scenarios.length > 10]).toEqual([['DEMO'], '', true]);
    expect(happened).toEqual([['logged', 'The forms could not be listed']]);
  });

  it('says in words what each scenario must come to, as it is judged', async () => {
    const { scenarios } = await bench()['scenarios.catalogue']({ workspace: 'w' });
    const expected = (name: string) => scenarios.find((one) => one.name === name)?.expected;
    expect(expected('residential')?.reason).toBe('');
    expect(expected('badlogin')?.reason).toBe('access_invalid (invalid login credentials), on the authorization');
    expect(expected('badlogin_after')?.reason).toContain('on each meter');
    expect(expected('websitedown')?.reason).toContain('utility_down, or a note of another type');
    for (const { expected: words } of scenarios) expect(words.meters).toMatch(/^(at least )?\d+$/);
  });
});
