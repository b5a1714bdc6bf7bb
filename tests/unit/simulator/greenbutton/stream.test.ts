import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../../electron/simulator/greenbutton/atom.ts';
import { NO_QUIRKS } from '../../../../electron/simulator/greenbutton/quirks.ts';
import { feedStream } from '../../../../electron/simulator/greenbutton/stream.ts';

const writing = { espiBase: 'http://x', quirks: NO_QUIRKS };
const feed = { self: '/UsagePoint', type: 'espi-feed/UsagePoint', title: 'Usage points', updated: 0 };
const entry = (n: number): Entry => ({
  entity: 'UsagePoint',
  space: 'espi',
  self: `/UsagePoint/${n}`,
  up: '/UsagePoint',
  related: [],
  published: 0,
  updated: 0,
  body: 'x'.repeat(1_000),
});
/** A feed of so many entries, and how many were made so far. */
function stream(count: number) {
  const made = { count: 0, closed: false };
  const entries = (function* () {
    try {
      for (; made.count < count; made.count += 1) yield entry(made.count);
    } finally {
      made.closed = true;
    }
  })();
  return { made, body: feedStream(writing, feed, entries) };
}

describe('a feed that is streamed', () => {
  it('is one document with all of its entries', async () => {
    const text = await new Response(stream(300).body).text();
    expect(text.match(/<entry>/g)).toHaveLength(300);
    expect(text).toMatch(/^<\?xml.*<feed.*<\/feed>\s*$/s);
    expect(await new Response(stream(0).body).text()).toMatch(/<feed[^>]*>(?!.*<entry>).*<\/feed>/s);
  });

  it('is made only as fast as it is read', async () => {
    const { made, body } = stream(10_000);
    const reader = body.getReader();
    expect(made.count).toBe(0);
    await reader.read();
    expect(made.count).toBeGreaterThan(0);
    expect(made.count).toBeLessThan(200);
    await reader.cancel();
    expect(made.closed).toBe(true);
  });
});
