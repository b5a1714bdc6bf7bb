/** Work on many items, a few at the same time. */

export interface AtOnce<T> {
  items: readonly T[];
  /** So many at the same time, beside those that wait. */
  count: number;
  work: (item: T) => Promise<void>;
  /** Until it resolves, there is one at a time. */
  lead: Promise<void>;
  /** How many wait for a time that the service named: they give their place to others. */
  waiting?: { count(): number; subscribe(onChange: () => void): () => void } | undefined;
}

/** More than these do not give their places away: each is something that the service has promised to have ready, and all come back. */
const MOST_WAITING = 24;

/** Runs `work` over all items in their order. The first error stops the taking of new ones, and is thrown once the others have ended. */
export async function atOnce<T>({ items, count, work, lead, waiting }: AtOnce<T>): Promise<void> {
  let next = 0;
  let running = 0;
  let isLed = true;
  let failure: { error: unknown } | undefined;
  await new Promise<void>((resolve) => {
    const isFree = () => {
      if (isLed) return running === 0;
      return running - Math.min(waiting?.count() ?? 0, MOST_WAITING) < count;
    };
    const fill = () => {
      while (failure === undefined && next < items.length && isFree()) {
        const item = items[next] as T; // `next` is within the array, checked above
        next += 1;
        running += 1;
        void run(item);
      }
      if (running > 0) return;
      unsubscribe?.();
      resolve();
    };
    const run = async (item: T) => {
      try {
        await work(item);
      } catch (error) {
        failure ??= { error };
      }
      running -= 1;
      fill();
    };
    const unsubscribe = waiting?.subscribe(fill);
    void lead.then(() => {
      isLed = false;
      fill();
    });
    fill();
  });
  if (failure) throw (failure as { error: unknown }).error; // set by `run`, which TypeScript does not follow
}
