import { describe, expect, it } from 'vitest';
import { dueTimes, nextTime } from '../../../electron/support-desk/schedule-times.ts';
import { BatchSchedules, type StoredSchedule } from '../../../electron/support-desk/schedules.ts';
import type { Every, WantedSchedule } from '../../../shared/contract/schedules.ts';
import { AppError } from '../../../shared/errors.ts';
import { clockOfZone } from '../../../shared/time/index.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const at = (iso: string) => Date.parse(iso);
const iso = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString());
const NEW_YORK = clockOfZone('America/New_York');
const UTC = clockOfZone('UTC');
const nightly: Every = { kind: 'daily', at: '02:30' };

describe('the next time', () => {
  it.each([
    ['before it on the same day', '2026-05-01T05:00:00Z', '2026-05-01T06:30:00.000Z'],
    ['at it, on the next day', '2026-05-01T06:30:00Z', '2026-05-02T06:30:00.000Z'],
    ['a moment before it', '2026-05-01T06:29:59.999Z', '2026-05-01T06:30:00.000Z'],
    // 02:30 does not exist on 2026-03-08 in New York: the clock leaps from 02:00 to 03:00.
    [
      'on the day that the clock leaps over it, right after the leap',
      '2026-03-08T05:00:00Z',
      '2026-03-08T07:00:00.000Z',
    ],
    ['after the leap, at the usual time of the next day', '2026-03-08T07:00:00Z', '2026-03-09T06:30:00.000Z'],
  ])('each day: %s', (_name, after, next) => {
    expect(iso(nextTime(nightly, at(after), 0, NEW_YORK))).toBe(next);
  });

  it('each day comes once on the day that shows it twice', () => {
    const twice: Every = { kind: 'daily', at: '01:30' };
    const first = nextTime(twice, at('2026-11-01T04:00:00Z'), 0, NEW_YORK);
    expect(iso(first)).toBe('2026-11-01T05:30:00.000Z');
    expect(iso(nextTime(twice, first, 0, NEW_YORK))).toBe('2026-11-02T06:30:00.000Z');
  });

  it('each some hours is counted from when it was made, whatever the clock does', () => {
    const sixHours: Every = { kind: 'hours', hours: 6 };
    const made = at('2026-03-07T22:10:00Z');
    expect(iso(nextTime(sixHours, made, made, NEW_YORK))).toBe('2026-03-08T04:10:00.000Z');
    expect(iso(nextTime(sixHours, at('2026-03-08T07:00:00Z'), made, NEW_YORK))).toBe('2026-03-08T10:10:00.000Z');
  });

  it('of a year of nights comes 365 times', () => {
    const due = dueTimes(nightly, at('2026-01-01T12:00:00Z'), at('2027-01-01T12:00:00Z'), 0, NEW_YORK);
    expect([iso(due?.planned), due?.missed]).toEqual(['2027-01-01T07:30:00.000Z', 364]);
  });
});

const WANTED: WantedSchedule = { form: 'f', utilities: ['NORTH'], scenarios: 'all', every: nightly };

function bench({ refuse }: { refuse?: AppError } = {}) {
  const bench = {
    now: at('2026-05-01T12:00:00Z'),
    kept: [] as StoredSchedule[],
    started: [] as string[],
    ends: [] as (() => void)[],
    refuse,
    onChange: () => {},
    beforeStart: async () => {},
    open: () =>
      new BatchSchedules({
        load: async () => structuredClone(bench.kept),
        save: async (schedules) => {
          bench.kept = structuredClone([...schedules]);
        },
        start: async ({ id }) => {
          await bench.beforeStart();
          if (bench.refuse) throw bench.refuse;
          bench.started.push(id);
          const over = new Promise<void>((resolve) => bench.ends.push(resolve));
          return { batch: `batch-${bench.started.length}`, over };
        },
        onChange: () => void bench.onChange(),
        now: () => bench.now,
        clock: () => UTC,
      }),
    /** Lets the batch that was sent first end. */
    end: async () => {
      bench.ends.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
  return bench;
}

describe('a schedule', () => {
  it('sends nothing before its time, once at its time, and says when it comes next', async () => {
    const world = bench();
    const schedules = world.open();
    const id = await schedules.add(WANTED, undefined);
    await schedules.look();
    expect(world.started).toEqual([]);
    expect(iso((await schedules.list())[0]?.next)).toBe('2026-05-02T02:30:00.000Z');
    world.now = at('2026-05-02T02:30:04Z');
    await schedules.look();
    await schedules.look();
    expect(world.started).toEqual([id]);
    const [kept] = await schedules.list();
    expect(kept).toMatchObject({
      last: { planned: at('2026-05-02T02:30:00Z'), at: world.now, missed: 0, batch: 'batch-1' },
      sent: { batch: 'batch-1', at: world.now },
      next: at('2026-05-03T02:30:00Z'),
    });
  });

  it('that was missed for days runs once when the program is there again, and says how often it was missed', async () => {
    const world = bench();
    await world.open().add(WANTED, undefined);
    world.now += 4 * DAY;
    const again = world.open();
    await again.look();
    await again.look();
    expect(world.started).toHaveLength(1);
    const [kept] = await again.list();
    expect(kept?.last).toMatchObject({ planned: at('2026-05-05T02:30:00Z'), at: world.now, missed: 3 });
    expect(iso(kept?.next)).toBe('2026-05-06T02:30:00.000Z');
  });

  it('that ran while the clock was ahead goes on at its next time, and sends nothing twice where it was set back a little', async () => {
    const world = bench();
    const schedules = world.open();
    await schedules.add(WANTED, undefined);
    const today = at('2026-05-02T02:30:00Z');
    world.now = today + 30 * DAY;
    await schedules.look();
    await world.end();
    world.now = today - HOUR / 2;
    await schedules.look();
    expect(world.started).toHaveLength(1);
    expect(await schedules.list()).toMatchObject([{ next: today }]);
    world.now = today;
    await schedules.look();
    await world.end();
    expect(world.started).toHaveLength(2);
    world.now = today - 1_000;
    await schedules.look();
    world.now = today + 1_000;
    await schedules.look();
    expect(world.started).toHaveLength(2);
  });

  it('is kept before it is sent, so that a program that ends just then does not send it twice', async () => {
    const world = bench();
    const schedules = world.open();
    await schedules.add(WANTED, undefined);
    world.now += DAY;
    let keptAtStart: StoredSchedule[] = [];
    world.refuse = new AppError({ code: 'x', message: 'Gone.' });
    Object.defineProperty(world, 'refuse', {
      get: () => {
        keptAtStart = structuredClone(world.kept);
        return undefined;
      },
    });
    await schedules.look();
    expect(keptAtStart[0]).toMatchObject({ handled: at('2026-05-02T02:30:00Z'), last: { missed: 0 } });
    expect(keptAtStart[0]?.last?.batch).toBeUndefined();
  });

  it('is being sent from when that begins until it is known what came of it, whatever is asked when', async () => {
    const world = bench();
    const schedules = world.open();
    await schedules.add(WANTED, undefined);
    world.now += DAY;
    const seen: string[] = [];
    const ask = async () => {
      const [{ sending, last } = { sending: undefined, last: undefined }] = await schedules.list();
      const outcome = last && (last.batch ?? last.skipped ?? 'none');
      seen.push(`${outcome}${sending ? ', sending' : ''}`);
    };
    await ask();
    world.onChange = ask;
    world.beforeStart = ask;
    await schedules.look();
    await ask();
    await world.end();
    world.refuse = new AppError({ code: 'x', message: 'Gone.' });
    world.now += DAY;
    await schedules.look();
    await ask();
    expect([...new Set(seen)]).toEqual(['undefined', 'none, sending', 'batch-1', 'Gone.']);
    expect(seen.filter((one) => one === 'none, sending').length).toBeGreaterThan(3);
  });

  it('is skipped with a sentence while its own batch goes on, and runs again after it', async () => {
    const world = bench();
    const schedules = world.open();
    await schedules.add({ ...WANTED, every: { kind: 'hours', hours: 1 } }, undefined);
    world.now += HOUR;
    await schedules.look();
    world.now += HOUR;
    await schedules.look();
    expect(world.started).toHaveLength(1);
    expect((await schedules.list())[0]).toMatchObject({
      last: { skipped: 'The batch before was still going on.' },
      sent: { batch: 'batch-1' },
    });
    await world.end();
    await schedules.look();
    expect(world.started).toHaveLength(1);
    world.now += HOUR;
    await schedules.look();
    expect(world.started).toHaveLength(2);
  });

  it('waits for the batch of another one: never two at once', async () => {
    const world = bench();
    const schedules = world.open();
    const [first, second] = [await schedules.add(WANTED, undefined), await schedules.add(WANTED, undefined)];
    world.now += DAY;
    await schedules.look();
    await schedules.look();
    expect(world.started).toEqual([first]);
    await world.end();
    await schedules.look();
    expect(world.started).toEqual([first, second]);
  });

  it('that may not send says why, keeps its last result, and is tried at its next time', async () => {
    const world = bench();
    const schedules = world.open();
    await schedules.add(WANTED, undefined);
    world.now += DAY;
    await schedules.look();
    await world.end();
    world.refuse = new AppError({ code: 'workspace_read_only', message: 'It is read-only.', action: 'Change that.' });
    world.now += DAY;
    await schedules.look();
    await schedules.look();
    expect(world.started).toHaveLength(1);
    const [kept] = await schedules.list();
    expect(kept).toMatchObject({ last: { skipped: 'It is read-only. Change that.' }, sent: { batch: 'batch-1' } });
    world.refuse = undefined;
    world.now += DAY;
    await schedules.look();
    expect(world.started).toHaveLength(2);
  });

  it('that is removed sends nothing more, also when its batch had just been sent', async () => {
    const world = bench();
    const schedules = world.open();
    const id = await schedules.add(WANTED, undefined);
    world.now += DAY;
    await Promise.all([schedules.look(), schedules.remove(id)]);
    world.now += 2 * DAY;
    await schedules.look();
    expect(world.started.length).toBeLessThanOrEqual(1);
    expect([world.kept, await schedules.list()]).toEqual([[], []]);
  });

  it('is one of twenty at most', async () => {
    const schedules = bench().open();
    for (let made = 0; made < 20; made += 1) await schedules.add(WANTED, undefined);
    await expect(schedules.add(WANTED, undefined)).rejects.toMatchObject({ code: 'too_many_schedules' });
  });
});
