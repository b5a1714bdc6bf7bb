import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { JobPublisher } from '../../../electron/jobs/job-publisher.ts';
import type { JobView } from '../../../shared/contract/jobs.ts';

let done: Record<string, number | undefined>;
let seen: string[];
let publisher: JobPublisher;
beforeEach(() => {
  vi.useFakeTimers();
  [done, seen] = [{}, []];
  publisher = new JobPublisher((id) =>
    done[id] === undefined ? undefined : ({ id, done: done[id] } as unknown as JobView),
  );
  publisher.subscribe((job) => seen.push(`${job.id} ${(job as unknown as { done: number }).done}`));
});
afterEach(() => {
  publisher.close();
  vi.useRealTimers();
});
const progress = (id: string, value: number) => {
  done[id] = value;
  publisher.soon(id);
};

describe('changed jobs', () => {
  it('are published at a bounded rate, as they are by then', () => {
    for (let value = 1; value <= 5; value += 1) progress('a', value);
    expect(seen).toEqual(['a 1']);
    progress('b', 1);
    vi.advanceTimersByTime(100);
    expect(seen).toEqual(['a 1', 'a 5', 'b 1']);
    vi.advanceTimersByTime(1_000);
    expect(seen).toHaveLength(3);
  });

  it('that matter are published at once, and not again', () => {
    progress('a', 1);
    progress('a', 2);
    publisher.now('a');
    vi.advanceTimersByTime(1_000);
    expect(seen).toEqual(['a 1', 'a 2']);
  });

  it('that are gone are not published, nor to those who left', () => {
    progress('a', 1);
    progress('a', 2);
    done.a = undefined;
    vi.advanceTimersByTime(100);
    const other: unknown[] = [];
    publisher.subscribe((job) => other.push(job))();
    progress('b', 1);
    vi.advanceTimersByTime(100);
    expect([seen, other]).toEqual([['a 1', 'b 1'], []]);
  });
});
