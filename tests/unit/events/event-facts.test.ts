import { describe, expect, it, vi } from 'vitest';
import type { FreshEvent } from '../../../electron/engine/index.ts';
import { EventFacts } from '../../../electron/events/event-facts.ts';

// Of an event, only these members are read.
const fresh = (way: FreshEvent['way'], hole = false) => ({ way, hole }) as FreshEvent;

describe('the facts of the events', () => {
  it('tell of each change, and keep the members that did not change', () => {
    const onChange = vi.fn();
    const facts = new EventFacts(onChange);
    facts.setReceiver({ state: 'on' });
    facts.setPoll({ lastOkAt: 5 });
    facts.setReceiver({ hasSecret: true });
    expect(facts.get()).toMatchObject({
      receiver: { state: 'on', hasSecret: true },
      poll: { running: false, lastOkAt: 5 },
    });
    expect(onChange).toHaveBeenCalledTimes(3);
  });

  it('count what was refused and what was signed wrongly, each with the last reason', () => {
    const facts = new EventFacts(() => undefined);
    facts.addRefused(1, 'too large');
    facts.addRefused(2, 'unknown path');
    facts.addBadSignature(3, 'other secret');
    expect(facts.get()).toMatchObject({
      refused: { count: 2, lastAt: 2, lastReason: 'unknown path' },
      signatureFailures: { count: 1, lastAt: 3, lastReason: 'other secret' },
    });
  });

  it('count a poll that filled a hole once, with all its events, at the time that it began', () => {
    const facts = new EventFacts(() => undefined);
    facts.addFresh(10, [fresh('poll', true), fresh('poll', true), fresh('poll')], 8);
    facts.addFresh(11, [fresh('poll', true)], 8);
    facts.addFresh(20, [fresh('webhook')], undefined);
    facts.addFresh(30, [], 25);
    expect(facts.get()).toMatchObject({
      holes: { polls: 1, events: 3, lastAt: 8 },
      lastHeard: { at: 20, way: 'webhook' },
    });
  });
});
