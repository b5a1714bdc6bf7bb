import { isCommonScenario } from '../scenarios/driver.ts';
import { makeNote, noteText, withNote } from '../scenarios/notes.ts';
import { type Outcome, playScript } from '../scenarios/script.ts';
import { mergedSpans } from '../world/coverage.ts';
import type { Meter, Seconds, World } from '../world/types.ts';
import { localDay, midnight, zoneOf } from '../world/zones.ts';
import { COLLECTION_SCRIPTS, type CollectionStep, PLAIN_COLLECTION, SCENARIO_SUBJECTS } from './collection-scripts.ts';
import { noteLatestBill } from './latest-bill.ts';
import {
  collectionStart,
  halves,
  isDelivered,
  missingSpans,
  monthlyPieces,
  monthsBefore,
  type Span,
} from './window.ts';

/** Simulated seconds between two bills, and between two pieces of intervals. */
const PIECE_S = 1;

/** A step of the script, or one of the pieces that a `gather` goes through. */
type PlayedStep = CollectionStep & { readonly piece?: Piece };

/** A span of intervals, or a bill by its index and the span of its period. */
interface Target extends Span {
  readonly bill?: number;
}

interface Piece {
  readonly what: 'bills' | 'intervals';
  readonly position: number;
  readonly of: number;
  /** False: the utility fails to deliver this one. */
  readonly delivered: boolean;
  /** Absent in the closing piece of a gather. */
  readonly target?: Target;
  readonly closes?: 'all' | 'part';
}

interface Run {
  readonly meter: Meter;
  readonly months: number | undefined;
  readonly defaultMonths: number;
  /** New bills or new readings since the last event that reported them. */
  found: number;
  /** The script itself revoked or expired the authorization: it goes on to its own end. */
  ownEnd: boolean;
}

/** The historical collections of all meters (section 4.5), each playing its scenario over simulated time. */
export class Collections {
  readonly #world: World;
  readonly #running = new Map<Meter, Run>();
  /** What a utility that errors failed to deliver: it fails again whenever it is asked. */
  readonly #failed = { bills: new WeakMap<Meter, Target[]>(), intervals: new WeakMap<Meter, Target[]>() };

  constructor(world: World) {
    this.#world = world;
    world.onEvent(({ type, authorization_uid }) => {
      if (type !== 'authorization_revoked' && type !== 'authorization_expired') return;
      for (const run of this.#running.values()) {
        if (run.meter.authorization.uid === authorization_uid && !run.ownEnd) this.#cutShort(run);
      }
    });
  }

  isRunning(meter: Meter): boolean {
    return this.#running.has(meter);
  }

  /**
   * Starts the collection of a meter; one that is under way goes on as it is.
   * @param months as requested, undefined to leave it to the rules
   * @param defaultMonths of the customer's plan
   */
  start(meter: Meter, months: number | undefined, defaultMonths: number): void {
    if (this.#running.has(meter)) return;
    const run: Run = { meter, months, defaultMonths, found: 0, ownEnd: false };
    this.#running.set(meter, run);
    this.#world.setMeter(meter, {
      isActivated: true,
      status: 'pending',
      statusMessage: 'historical collection started',
      notes: [],
    });
    this.#emit(meter, 'meter_historical_collection_started');
    playScript(this.#world.clock, scriptOf(meter), 'simulated', (step: PlayedStep) => this.#apply(run, step));
  }

  #apply(run: Run, step: PlayedStep): Outcome<PlayedStep> {
    const { meter } = run;
    const { authorization } = meter;
    // It was cut short; another run may be under way by now.
    if (this.#running.get(meter) !== run) return 'end';
    if (step.gather !== undefined) return this.#pieces(run, step.gather.what, step.gather.share);
    if (step.piece?.closes !== undefined) this.#closeGather(run, step.piece.what, step.piece.closes);
    else if (step.piece !== undefined) this.#collectPiece(run, step.piece);
    if (step.end !== undefined) {
      run.ownEnd = true;
      if (step.end === 'revoke') this.#world.revoke(authorization);
      else this.#world.expire(authorization);
    }
    if (step.note !== undefined) this.#note(run, step, step.note);
    const message = step.message ?? (step.note === undefined ? undefined : noteText(step.note));
    if (message !== undefined) this.#world.setMeter(meter, { statusMessage: message });
    if (step.status !== undefined) this.#world.setMeter(meter, { status: step.status });
    if (step.status === 'updated' || step.status === 'errored') this.#running.delete(meter);
    if (step.event !== undefined) this.#emit(meter, step.event);
    return undefined;
  }

  /** Somebody revoked the authorization, or it expired, while its meter was being collected. */
  #cutShort(run: Run): void {
    const type = run.meter.authorization.revokedAt === null ? 'access_expired' : 'access_revoked';
    this.#world.setMeter(run.meter, {
      status: 'errored',
      statusMessage: noteText(type),
      notes: withNote(run.meter.notes, makeNote(this.#world, type)),
    });
    this.#running.delete(run.meter);
    this.#emit(run.meter, 'meter_historical_collection_finished_errored');
  }

  #note(run: Run, step: CollectionStep, type: NonNullable<CollectionStep['note']>): void {
    const { meter } = run;
    const eta = step.etaS === undefined ? {} : { eta: this.#world.clock.now() + step.etaS * 1_000 };
    const note = makeNote(this.#world, type, eta);
    this.#world.setMeter(meter, { notes: withNote(meter.notes, note) });
    if (!step.alsoOnAuthorization) return;
    // The login turned out not to work after all.
    const others = meter.authorization.notes.filter((old) => old.type !== 'access_valid');
    this.#world.setAuthorization(meter.authorization, { notes: withNote(others, note) });
  }

  /** The pieces of a gather as steps, one a second, newest first, and a closing one that reports what was new. */
  #pieces(run: Run, what: 'bills' | 'intervals', share: 'all' | 'part'): readonly PlayedStep[] {
    run.found = 0;
    const failed = this.#failedOf(run.meter, what);
    const untried = what === 'bills' ? this.#untriedBills(run) : this.#untriedIntervals(run, share);
    const delivered = untried.filter(
      (_, position) => share === 'all' || isDelivered(position, untried.length, failed.length > 0),
    );
    const targets = [...untried, ...failed].sort((a, b) => b.to - a.to);
    const of = targets.length;
    const steps = targets.map((target, position): PlayedStep => {
      return { afterS: PIECE_S, piece: { what, position, of, delivered: delivered.includes(target), target } };
    });
    return [...steps, { afterS: 0, piece: { what, position: of, of, delivered: true, closes: share } }];
  }

  #failedOf(meter: Meter, what: 'bills' | 'intervals'): readonly Target[] {
    return this.#failed[what].get(meter) ?? [];
  }

  /** Bills of the months looked at that the API has not and that did not fail before, newest first. */
  #untriedBills(run: Run): Target[] {
    const { meter } = run;
    const bills = this.#world.billsAtUtility(meter);
    // There is a bill a month, written some days after its period: so many months are so many of the newest.
    const monthsBack = (months: number) => bills.at(-months)?.from ?? Number.NEGATIVE_INFINITY;
    const collectedFrom = this.#world.billCoverage(meter)[0]?.[0];
    const from = collectionStart(monthsBack, run.months, run.defaultMonths, collectedFrom);
    const tried = new Set([
      ...meter.coverage.bills.map(({ index }) => index),
      ...this.#failedOf(meter, 'bills').map(({ bill }) => bill),
    ]);
    return bills
      .filter((bill) => bill.from >= from && !tried.has(bill.index))
      .map((bill) => ({ from: bill.from, to: bill.to, bill: bill.index }))
      .reverse();
  }

  /** Intervals of the months looked at that the API has not and that did not fail before, newest first. */
  #untriedIntervals(run: Run, share: 'all' | 'part'): Target[] {
    const { meter } = run;
    const available = this.#world.intervalsAtUtility(meter);
    const now = Math.floor(this.#world.clock.now() / 1_000);
    const collectedFrom = this.#world.intervalCoverage(meter)[0]?.[0];
    const monthsBack = (months: number) => monthsBefore(now, months);
    const start = collectionStart(monthsBack, run.months, run.defaultMonths, collectedFrom);
    const zone = zoneOf(meter.model.zone);
    const dayStart = (at: Seconds) => midnight(zone, localDay(zone, at));
    const span = { from: Math.max(dayStart(start), available.from), to: available.to };
    if (span.to <= span.from) return [];
    const failed = this.#failedOf(meter, 'intervals');
    const tried = mergedSpans([...meter.coverage.intervals, ...failed]);
    const pieces = monthlyPieces(missingSpans(span, tried), dayStart);
    const [only, ...others] = pieces;
    // Of a single piece, too, only some are to be delivered.
    const isCut = share === 'part' && only !== undefined && others.length === 0 && failed.length === 0;
    return isCut ? halves(only, dayStart) : pieces;
  }

  #collectPiece(run: Run, { what, position, of, delivered, target }: Piece): void {
    const { meter } = run;
    if (target !== undefined) {
      if (!delivered) this.#fail(meter, what, target);
      else if (target.bill !== undefined) run.found += this.#world.addBills(meter, [target.bill]);
      else run.found += this.#world.addIntervals(meter, target.from, target.to);
    }
    const noun = what === 'bills' ? 'bill' : 'piece of intervals';
    const verb = delivered ? 'found' : 'failed to load';
    this.#world.setMeter(meter, { statusMessage: `${verb} ${noun} ${position + 1} of ${of}` });
  }

  #fail(meter: Meter, what: 'bills' | 'intervals', target: Target): void {
    const failed = this.#failedOf(meter, what);
    if (!failed.includes(target)) this.#failed[what].set(meter, [...failed, target]);
  }

  #closeGather(run: Run, what: 'bills' | 'intervals', share: 'all' | 'part'): void {
    const { meter } = run;
    const has = what === 'bills' ? this.#world.billCount(meter) > 0 : meter.coverage.intervals.length > 0;
    if (share === 'all' && has) {
      const type = what === 'bills' ? 'bills_full' : 'intervals_full';
      this.#world.setMeter(meter, { notes: withNote(meter.notes, makeNote(this.#world, type)) });
    }
    if (what === 'bills') noteLatestBill(this.#world, meter);
    if (run.found === 0) return;
    this.#emit(meter, what === 'bills' ? 'meter_bills_added' : 'meter_intervals_added');
  }

  #emit(meter: Meter, type: string): void {
    this.#world.emit(type, { authorization: meter.authorization, meter });
  }
}

/** The script of the meter's scenario, without what the customer did not authorise. */
function scriptOf(meter: Meter): readonly CollectionStep[] {
  const { login, scope } = meter.authorization;
  const { scenario } = login;
  const isAllowed = (what: 'bills' | 'intervals' | undefined) => what === undefined || scope[what];
  const isPlain = !isCommonScenario(scenario) || !isAllowed(SCENARIO_SUBJECTS[scenario]);
  const script = isPlain ? PLAIN_COLLECTION : COLLECTION_SCRIPTS[scenario];
  return script.filter(({ gather }) => isAllowed(gather?.what));
}
