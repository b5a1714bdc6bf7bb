/**
 * Batches at set times, while the program runs. One batch of a workspace at a time; what was missed while the program was closed
 * is said, and made up for by one run at most.
 */
import { randomUUID } from 'node:crypto';
import type { ScheduleLast, WantedSchedule } from '#shared/contract/schedules.ts';
import { AppError, toErrorValue } from '#shared/errors.ts';
import type { Clock } from '#shared/time/index.ts';
import { dueTimes, nextTime } from './schedule-times.ts';

/** A schedule as it is kept. Times are epoch milliseconds. */
export interface StoredSchedule extends WantedSchedule {
  id: string;
  madeAt: number;
  /** Planned times up to here are dealt with. */
  handled: number;
  /** On a live workspace: submissions each time that the user agreed to. */
  agreedTo?: number | undefined;
  last?: ScheduleLast | undefined;
  /** The newest batch that was sent. */
  sent?: { batch: string; at: number } | undefined;
}

export interface SchedulesOptions {
  load: () => Promise<StoredSchedule[]>;
  save: (schedules: readonly StoredSchedule[]) => Promise<void>;
  /** Sends a batch; `over` resolves when its last run is over. Throws an AppError where nothing may be sent. */
  start: (schedule: StoredSchedule) => Promise<{ batch: string; over: Promise<unknown> }>;
  onChange: () => void;
  now: () => number;
  /** Of this computer; asked each time, as it may travel. */
  clock: () => Clock;
}

/** More would send more than anybody can look at. */
const MAX_SCHEDULES = 20;

/** A clock that is set back by less than this is set right: what was sent just before must not be sent twice. */
const SET_RIGHT_MS = 3_600_000;

const STILL_GOING = 'The batch before was still going on.';

export class BatchSchedules {
  readonly #options: SchedulesOptions;
  #kept: readonly StoredSchedule[] | undefined;
  #loading: Promise<StoredSchedule[]> | undefined;
  #saving: Promise<void> = Promise.resolve();
  /** The schedule whose batch is under way. */
  #going: string | undefined;
  /** The schedule whose batch is being sent, which may have to wait for the service. */
  #sending: string | undefined;
  #looking = false;

  constructor(options: SchedulesOptions) {
    this.#options = options;
  }

  /** Each with its next time, and whether it is being sent, so that nobody knows yet what came of its last time. */
  async list(): Promise<(StoredSchedule & { next: number; sending: boolean })[]> {
    const { clock, now } = this.#options;
    const schedules = await this.#all();
    return schedules.map((one) => ({
      ...one,
      next: nextTime(one.every, Math.max(one.handled, now()), one.madeAt, clock()),
      sending: one.id === this.#sending && one.last?.batch === undefined && one.last?.skipped === undefined,
    }));
  }

  /** @param agreedTo see {@link StoredSchedule} @throws AppError `too_many_schedules` */
  async add(wanted: WantedSchedule, agreedTo: number | undefined): Promise<string> {
    const schedules = await this.#all();
    if (schedules.length >= MAX_SCHEDULES) {
      throw new AppError({
        code: 'too_many_schedules',
        message: `A workspace has at most ${MAX_SCHEDULES} schedules.`,
        action: 'Remove one first.',
      });
    }
    const id = randomUUID();
    const madeAt = this.#options.now();
    const made: StoredSchedule = { ...wanted, id, madeAt, handled: madeAt, agreedTo };
    await this.#keep((kept) => [...kept, made]);
    return id;
  }

  async remove(id: string): Promise<void> {
    await this.#keep((kept) => kept.filter((one) => one.id !== id));
  }

  /** Starts what is due. Calls that come while it looks do nothing. */
  async look(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    try {
      for (const { id } of await this.#all()) await this.#lookAt(id);
    } finally {
      this.#looking = false;
    }
  }

  async #lookAt(id: string): Promise<void> {
    const { clock, now } = this.#options;
    const schedule = this.#kept?.find((one) => one.id === id);
    // Removed meanwhile.
    if (!schedule) return;
    const at = now();
    // It ran while the clock was ahead, and goes on from here.
    if (schedule.handled > at + SET_RIGHT_MS) return await this.#change({ ...schedule, handled: at });
    const due = dueTimes(schedule.every, schedule.handled, at, schedule.madeAt, clock());
    if (!due) return;
    // Another one waits for its turn.
    if (this.#going !== undefined && this.#going !== schedule.id) return;
    const last: ScheduleLast = { planned: due.planned, at, missed: due.missed };
    const dealtWith = { ...schedule, handled: due.planned };
    if (this.#going === schedule.id)
      return await this.#change({ ...dealtWith, last: { ...last, skipped: STILL_GOING } });
    this.#sending = schedule.id;
    try {
      // Kept first, so that a program that ends right now does not send it twice.
      await this.#change({ ...dealtWith, last });
      this.#going = schedule.id;
      await this.#send(schedule, dealtWith, last);
    } finally {
      this.#sending = undefined;
    }
  }

  async #send(schedule: StoredSchedule, dealtWith: StoredSchedule, last: ScheduleLast): Promise<void> {
    try {
      const { batch, over } = await this.#options.start(schedule);
      void over.catch(() => undefined).then(() => this.#ended());
      await this.#change({ ...dealtWith, last: { ...last, batch }, sent: { batch, at: last.at } });
    } catch (thrown) {
      this.#going = undefined;
      const { message, action } = toErrorValue(thrown);
      await this.#change({ ...dealtWith, last: { ...last, skipped: [message, action].filter(Boolean).join(' ') } });
    }
  }

  #ended(): void {
    this.#going = undefined;
    this.#options.onChange();
  }

  /** Where it was removed meanwhile, it stays so. */
  async #change(schedule: StoredSchedule): Promise<void> {
    await this.#keep((kept) => kept.map((one) => (one.id === schedule.id ? schedule : one)));
  }

  /** Loads them once. */
  async #all(): Promise<readonly StoredSchedule[]> {
    if (this.#kept) return this.#kept;
    this.#loading ??= this.#options.load().finally(() => {
      this.#loading = undefined;
    });
    const loaded = await this.#loading;
    this.#kept ??= loaded;
    return this.#kept;
  }

  /** What is changed at the same time elsewhere stays changed; saves come one after the other. */
  async #keep(change: (schedules: readonly StoredSchedule[]) => StoredSchedule[]): Promise<void> {
    await this.#all();
    this.#kept = change(this.#kept ?? []);
    const saving = this.#saving.catch(() => undefined).then(() => this.#options.save(this.#kept ?? []));
    this.#saving = saving;
    await saving;
    this.#options.onChange();
  }
}
