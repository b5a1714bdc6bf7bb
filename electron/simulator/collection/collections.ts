import { isCommonScenario } from '../scenarios/driver.ts';
import { makeNote, noteText, withNote } from '../scenarios/notes.ts';
import { type Outcome, playScript } from '../scenarios/script.ts';
import type { Meter, Seconds, World } from '../world/types.ts';
import { localDay, midnight, zoneOf } from '../world/zones.ts';
import { COLLECTION_SCRIPTS, type CollectionStep, PLAIN_COLLECTION } from './collection-scripts.ts';
import { noteLatestBill } from './latest-bill.ts';
import { collectionWindow, isDelivered, missingSpans, monthlyPieces, type Span } from './window.ts';

/** Simulated seconds between two bills, and between two pieces of intervals. */
const PIECE_S = 1;

/** A step of the script, or one of the pieces that a `gather` goes through. */
type PlayedStep = CollectionStep & { readonly piece?: Piece };

interface Piece {
  readonly what: 'bills' | 'intervals';
  readonly position: number;
  readonly of: number;
  /** False: the utility fails to deliver this one. */
  readonly delivered: boolean;
  /** Index of the bill, or the span of the intervals; neither in the closing piece of a gather. */
  readonly bill?: number;
  readonly span?: Span;
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

  constructor(world: World) {
    this.#world = world;
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
    if (!run.ownEnd && (authorization.revokedAt !== null || authorization.isExpired)) return this.#cutShort(run);
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
  #cutShort(run: Run): 'end' {
    const type = run.meter.authorization.revokedAt === null ? 'access_expired' : 'access_revoked';
    this.#world.setMeter(run.meter, {
      status: 'errored',
      statusMessage: noteText(type),
      notes: withNote(run.meter.notes, makeNote(this.#world, type)),
    });
    this.#running.delete(run.meter);
    this.#emit(run.meter, 'meter_historical_collection_finished_errored');
    return 'end';
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

  /** The pieces of a gather as steps, one a second, and a closing one that reports what was new. */
  #pieces(run: Run, what: 'bills' | 'intervals', share: 'all' | 'part'): readonly PlayedStep[] {
    run.found = 0;
    const targets = what === 'bills' ? this.#missingBills(run) : this.#missingIntervals(run);
    const of = targets.length;
    const steps = targets.map((target, position): PlayedStep => {
      const delivered = share === 'all' || isDelivered(position, of);
      return { afterS: PIECE_S, piece: { what, position, of, delivered, ...target } };
    });
    return [...steps, { afterS: 0, piece: { what, position: of, of, delivered: true, closes: share } }];
  }

  /** Bills that the utility has in the window and the API has not, newest first. */
  #missingBills(run: Run): { bill: number }[] {
    const { meter } = run;
    const bills = this.#world.billsAtUtility(meter);
    const window = this.#window(run, 'bills');
    const known = new Set(meter.coverage.bills.map((bill) => bill.index));
    return bills
      .filter((bill) => bill.to > window.from && bill.from < window.to && !known.has(bill.index))
      .map((bill) => ({ bill: bill.index }))
      .reverse();
  }

  #missingIntervals(run: Run): { span: Span }[] {
    const { meter } = run;
    const available = this.#world.intervalsAtUtility(meter);
    const window = this.#window(run, 'intervals');
    const zone = zoneOf(meter.model.zone);
    const dayStart = (at: Seconds) => midnight(zone, localDay(zone, at));
    const span = { from: Math.max(dayStart(window.from), available.from), to: Math.min(window.to, available.to) };
    if (span.to <= span.from) return [];
    const missing = missingSpans(span, this.#world.intervalCoverage(meter));
    return monthlyPieces(missing, dayStart).map((piece) => ({ span: piece }));
  }

  #window(run: Run, what: 'bills' | 'intervals'): Span {
    const covered = what === 'bills' ? this.#world.billCoverage(run.meter) : this.#world.intervalCoverage(run.meter);
    const now = Math.floor(this.#world.clock.now() / 1_000);
    return collectionWindow(now, run.months, run.defaultMonths, covered[0]?.[0]);
  }

  #collectPiece(run: Run, piece: Piece): void {
    const { meter } = run;
    const noun = piece.what === 'bills' ? 'bill' : 'month of intervals';
    const verb = piece.delivered ? 'found' : 'failed to load';
    if (piece.delivered && piece.bill !== undefined) run.found += this.#world.addBills(meter, [piece.bill]);
    if (piece.delivered && piece.span !== undefined) {
      run.found += this.#world.addIntervals(meter, piece.span.from, piece.span.to);
    }
    this.#world.setMeter(meter, { statusMessage: `${verb} ${noun} ${piece.position + 1} of ${piece.of}` });
  }

  #closeGather(run: Run, what: 'bills' | 'intervals', share: 'all' | 'part'): void {
    const { meter } = run;
    if (share === 'all') {
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

function scriptOf(meter: Meter): readonly CollectionStep[] {
  const { scenario } = meter.authorization.login;
  return isCommonScenario(scenario) ? COLLECTION_SCRIPTS[scenario] : PLAIN_COLLECTION;
}
