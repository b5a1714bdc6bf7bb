/** What the program does because of events: windows refetch what changed, rules start syncs. */
import type { EventSettings } from '#shared/contract/events.ts';
import type { StoreArea } from '#shared/contract/index.ts';
import { refreshedBy } from '#shared/event-types.ts';
import { Throttle } from '#shared/throttle.ts';
import type { FreshEvent } from '../engine/index.ts';

/** A burst of events makes one refresh, and one sync for all authorizations in it. Milliseconds. */
const REFRESH_EVERY_MS = 500;
const SYNC_EVERY_MS = 3_000;

/** The areas of the store that a window must refetch after these events. */
export function areasOf(events: readonly FreshEvent[]): StoreArea[] {
  return [...new Set<StoreArea>(['events', ...events.flatMap((event) => [...refreshedBy(event.type, event)])])];
}

/** The authorization whose data a rule wants fetched because of this event; rehearsals fetch nothing. */
export function syncedBy(event: FreshEvent, rules: EventSettings['rules']): string | undefined {
  if (event.way === 'rehearsal') return undefined;
  const isWanted =
    (event.type === 'meter_bills_added' && rules.syncOnBills) ||
    (event.type === 'meter_intervals_added' && rules.syncOnIntervals);
  return isWanted ? event.authorization : undefined;
}

export interface ReactionsParts {
  rules(): EventSettings['rules'];
  refresh(areas: StoreArea[]): void;
  /** Resolves when it has ended, however. */
  sync(authorizations: string[]): Promise<void>;
}

export class Reactions {
  readonly #parts: ReactionsParts;
  readonly #refreshes: Throttle<StoreArea[]>;
  readonly #syncs: Throttle<string>;
  /** What came while a sync was under way: fetched by the next one, so that syncs do not pile up. */
  readonly #waiting = new Set<string>();
  #isSyncing = false;

  constructor(parts: ReactionsParts) {
    this.#parts = parts;
    this.#refreshes = new Throttle(REFRESH_EVERY_MS, (areas) => parts.refresh([...new Set(areas.flat())]));
    this.#syncs = new Throttle(SYNC_EVERY_MS, (authorizations) => void this.#sync(authorizations));
  }

  /** @param fresh events that the log did not have before */
  take(fresh: readonly FreshEvent[]): void {
    if (fresh.length === 0) return;
    this.#refreshes.add(areasOf(fresh));
    for (const event of fresh) {
      const authorization = syncedBy(event, this.#parts.rules());
      if (authorization !== undefined) this.#syncs.add(authorization);
    }
  }

  async #sync(authorizations: readonly string[]): Promise<void> {
    for (const authorization of authorizations) this.#waiting.add(authorization);
    if (this.#isSyncing) return;
    this.#isSyncing = true;
    while (this.#waiting.size > 0) {
      const now = [...this.#waiting];
      this.#waiting.clear();
      await this.#parts.sync(now);
    }
    this.#isSyncing = false;
  }

  close(): void {
    this.#waiting.clear();
    this.#refreshes.close();
    this.#syncs.close();
  }
}
