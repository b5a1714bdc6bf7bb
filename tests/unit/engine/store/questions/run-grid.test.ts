import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type GridRun, gridOf } from '../../../../../electron/engine/store/questions/run-grid.ts';
import type { RunView } from '../../../../../shared/contract/scenarios.ts';
import { SCENARIOS } from '../../../../../shared/scenarios/names.ts';
import { clockOfZone } from '../../../../../shared/time/index.ts';
import { openTestStore, type TestStore, WORKSPACE } from '../store-harness.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const UTC = clockOfZone('UTC');
const START = Date.UTC(2026, 0, 1, 2);

/** One run a day, in the order of the letters: p pass, d differs, f fail, u could not be judged. */
const STATES = { p: 'pass', d: 'differs', f: 'fail', u: 'unjudged' } as const;
function daily(letters: string, scenario = 'residential', utility = 'NORTH'): GridRun[] {
  return [...letters].map((letter, day) => ({
    id: `${scenario}-${utility}-${day}`,
    scenario,
    utility,
    state: STATES[letter as keyof typeof STATES],
    at: START + day * DAY,
  }));
}
const rowOf = (runs: GridRun[], since?: number) => gridOf(runs, UTC, since).rows[0];

describe('since when a scenario ends as it does', () => {
  it('began to fail after so many passes, whatever could not be judged between', () => {
    expect(rowOf(daily('ppupff'))).toMatchObject({
      now: { state: 'fail', runs: 2, since: START + 4 * DAY, firstRun: 'residential-NORTH-4' },
      before: { state: 'pass', runs: 3 },
      unjudged: 0,
      changes: 1,
    });
  });

  it('counts runs before the days that are shown', () => {
    const row = rowOf(daily('pppff'), START + 4 * DAY);
    expect(row).toMatchObject({ now: { runs: 2, since: START + 3 * DAY }, before: { state: 'pass', runs: 3 } });
    expect(row?.cells).toHaveLength(1);
  });

  it('has nothing before the first verdict, and none where nothing was judged', () => {
    expect(rowOf(daily('pp'))).toMatchObject({ now: { state: 'pass', runs: 2 }, before: undefined, changes: 0 });
    expect(rowOf(daily('uu'))).toMatchObject({ now: undefined, before: undefined, unjudged: 2 });
    expect(rowOf(daily('fu'))).toMatchObject({ now: { state: 'fail' }, unjudged: 1 });
  });

  it('tells what fails now and then by the number of changes', () => {
    expect(rowOf(daily('pfpfpd'))).toMatchObject({ now: { state: 'differs' }, changes: 5 });
  });
});

describe('the grid', () => {
  it('has the days with a run, and leaves out rows without one', () => {
    const { days, rows } = gridOf([...daily('pppp'), ...daily('p', 'empty')], UTC, START + 2 * DAY);
    expect(days).toEqual(['2026-01-03', '2026-01-04']);
    expect(rows.map(({ scenario, cells }) => [scenario, cells.map(({ day }) => day)])).toEqual([
      ['residential', [0, 1]],
    ]);
  });

  it('begins with what fails, the newest first, then what differs, then the catalogue', () => {
    const runs = [
      ...daily('pp', 'zz_cca_service'),
      ...daily('pp', 'locked'),
      ...daily('pp', 'residential', 'SOUTH'),
      ...daily('pp'),
      ...daily('pd', 'empty'),
      ...daily('ff', 'nobills'),
      ...daily('pf', 'revoked'),
    ].sort((a, b) => a.at - b.at);
    expect(gridOf(runs, UTC).rows.map(({ scenario, utility }) => `${scenario} ${utility}`)).toEqual([
      'revoked NORTH',
      'nobills NORTH',
      'empty NORTH',
      'residential NORTH',
      'residential SOUTH',
      'locked NORTH',
      'zz_cca_service NORTH',
    ]);
  });

  it('shows the newest verdict of a day, and how often which came', () => {
    const run = (id: string, state: RunView['state'], hours: number): GridRun => ({
      id,
      scenario: 'empty',
      utility: 'NORTH',
      state,
      at: START + hours * HOUR,
    });
    const runs = [run('a', 'pass', 0), run('b', 'fail', 1), run('c', 'unjudged', 2), run('d', 'cancelled', 30)];
    expect(rowOf(runs)?.cells).toEqual([
      { day: 0, run: 'b', state: 'fail', counts: { pass: 1, fail: 1, unjudged: 1 } },
      { day: 1, run: 'd', state: 'cancelled' },
    ]);
  });

  it('keeps to the days of the zone, also where the clock is moved', () => {
    // 2026-03-08 has 23 hours in New York.
    const at = (iso: string) => ({ ...daily('p')[0], id: iso, at: Date.parse(iso) }) as GridRun;
    const runs = ['2026-03-08T04:59:59Z', '2026-03-08T05:00:00Z', '2026-03-09T03:59:59Z', '2026-03-09T04:00:00Z'].map(
      at,
    );
    const { days, rows } = gridOf(runs, clockOfZone('America/New_York'));
    expect(days).toEqual(['2026-03-07', '2026-03-08', '2026-03-09']);
    expect(rows[0]?.cells.map(({ counts }) => counts?.pass ?? 1)).toEqual([1, 2, 1]);
  });

  it('agrees with a plain count, whatever ran when', () => {
    const states = ['pass', 'fail', 'differs', 'unjudged', 'superseded', 'refused', 'unknown', 'cancelled'] as const;
    const run = fc.record({
      scenario: fc.constantFrom('empty', 'locked', 'own'),
      utility: fc.constantFrom('NORTH', 'SOUTH'),
      state: fc.constantFrom(...states),
      at: fc.integer({ min: START, max: START + 6 * DAY }),
    });
    fc.assert(
      fc.property(fc.array(run, { maxLength: 60 }), fc.integer({ min: 0, max: 6 }), (made, from) => {
        const runs = made.map((one, at) => ({ ...one, id: String(at) })).sort((a, b) => a.at - b.at);
        const since = START + from * DAY;
        const grid = gridOf(runs, UTC, since);
        const date = ({ at }: GridRun) => new Date(at).toISOString().slice(0, 10);
        for (const row of grid.rows) {
          const own = runs.filter(({ scenario, utility }) => scenario === row.scenario && utility === row.utility);
          const judged = own.filter(({ state }) => ['pass', 'fail', 'differs'].includes(state));
          const last = judged.at(-1);
          let streak = 0;
          while (streak < judged.length && judged[judged.length - 1 - streak]?.state === last?.state) streak += 1;
          expect(row.now?.runs ?? 0).toBe(streak);
          expect(row.now?.state).toBe(last?.state);
          expect(row.before?.state).toBe(judged[judged.length - 1 - streak]?.state);
          expect(row.unjudged).toBe(last ? own.length - 1 - own.indexOf(last) : own.length);
          for (const cell of row.cells) {
            const ofDay = own.filter((one) => one.at >= since && date(one) === grid.days[cell.day]);
            expect(Object.values(cell.counts ?? { one: 1 }).reduce((sum, count) => sum + count, 0)).toBe(ofDay.length);
            expect(cell.run).toBe((ofDay.findLast((one) => judged.includes(one)) ?? ofDay.at(-1))?.id);
          }
        }
        const cells = grid.rows.reduce((sum, { cells: of }) => sum + of.length, 0);
        const places = new Set(
          runs.filter(({ at }) => at >= since).map((one) => `${one.scenario} ${one.utility} ${date(one)}`),
        );
        expect(cells).toBe(places.size);
      }),
    );
  });
});

describe('in the store', () => {
  let store: TestStore;
  beforeEach(async () => {
    store = await openTestStore();
  });
  afterEach(() => store.dispose());

  const save = (id: string, more: object, over = true, kind: 'run' | 'collection' = 'run', batch?: string) =>
    store.call('runs.save', {
      record: {
        kind,
        id,
        batch,
        over,
        createdAt: START,
        view: { scenario: 'empty', utility: 'NORTH', state: 'pass', ...more },
        state: undefined,
      },
    });

  it('counts runs that are over, by when they were sent, as they were saved last', async () => {
    await save('a', { state: 'following' }, false);
    await save('a', { state: 'fail', firedAt: START + DAY });
    await save('b', { state: 'following' }, false);
    await save('c', {}, true, 'collection');
    const grid = await store.call('runs.grid', { zone: 'UTC' });
    expect(grid).toMatchObject({ runs: 1, days: ['2026-01-02'], rows: [{ cells: [{ run: 'a', state: 'fail' }] }] });
  });

  it('keeps the runs of a scenario file apart from those of its scenario: it may expect more', async () => {
    await save('a', { firedAt: START });
    await save('b', { firedAt: START + 1, state: 'fail', file: { name: 'empty, and more' } });
    const { rows } = await store.call('runs.grid', { zone: 'UTC' });
    expect(rows.map(({ scenario, now }) => [scenario, now?.state])).toEqual([
      ['empty, and more', 'fail'],
      ['empty', 'pass'],
    ]);
  });

  it('counts how the runs of a batch ended', async () => {
    for (const [id, state, over] of [
      ['a', 'pass', true],
      ['b', 'pass', true],
      ['c', 'following', false],
    ] as const) {
      await save(id, { state }, over, 'run', 'nightly');
    }
    await save('d', {}, true, 'run', 'another');
    expect(await store.call('runs.verdicts', { batch: 'nightly' })).toEqual([
      { verdict: 'following', over: false, runs: 1 },
      { verdict: 'pass', over: true, runs: 2 },
    ]);
  });

  it('refuses a zone that nobody knows', async () => {
    await expect(store.call('runs.grid', { zone: 'Nowhere/Land' })).rejects.toMatchObject({ code: 'zone_unknown' });
  });

  it('answers for a year of nightly batches without reading their JSON', async () => {
    const names = SCENARIOS.map(({ name }) => name);
    await store.engine.store(WORKSPACE).write((connection) =>
      connection.run(
        `INSERT INTO runs (id, kind, over, created_at, "view", state, scenario, utility, verdict, fired_at)
         SELECT 'r' || i, 'run', true, sent, 'no JSON', 'null', $1::JSON->>(i % 28), 'NORTH', CASE WHEN i % 28 = 3 AND i > 9000 THEN 'fail' ELSE 'pass' END, sent
         FROM (SELECT i::INTEGER AS i, ${START} + (i // 28)::BIGINT * ${DAY} + (i % 28) * 1000 AS sent FROM range(${365 * 28}) t(i))`,
        [JSON.stringify(names)],
      ),
    );
    const began = performance.now();
    const { days, rows, runs } = await store.call('runs.grid', { zone: 'America/New_York' });
    expect(performance.now() - began).toBeLessThan(2000);
    expect([days.length, rows.length, runs]).toEqual([365, 28, 10_220]);
    expect(rows[0]).toMatchObject({ scenario: names[3], now: { state: 'fail' }, before: { state: 'pass', runs: 322 } });
  });
});
