import { describe, expect, it } from 'vitest';
import { factsInWords } from '../../../../../renderer/features/events/health-words.ts';
import type { HealthFacts } from '../../../../../shared/contract/events.ts';

const NOW = Date.UTC(2025, 2, 1);
const MINUTE = 60_000;

/** The words by their label, of a workspace whose service is polled every ten seconds. */
function words(more: Partial<HealthFacts> = {}): Record<string, string> {
  const facts: HealthFacts = {
    receiver: { state: 'on', hasSecret: true, throughTunnel: false },
    probe: { at: NOW, ok: true },
    lastHeard: { at: NOW - 40 * MINUTE, way: 'webhook' },
    poll: { enabled: true, everyMs: 10_000, since: NOW - 60 * MINUTE, lastOkAt: NOW - 8_000, running: false },
    holes: { polls: 0, events: 0 },
    undelivered: { count: 0, waiting: 0, more: false, at: NOW },
    signatureFailures: { count: 0 },
    refused: { count: 0 },
    clock: { differenceMs: 900, at: NOW },
    ...more,
  };
  return Object.fromEntries(factsInWords(facts, NOW));
}

describe('the health of the log in words', () => {
  it('says when an event came last, and apart from that when the service was asked', () => {
    expect(words()).toMatchObject({ 'Last event': '40 min ago by webhook', 'Last poll': 'just now, every 10 s' });
    const poll = { enabled: false, everyMs: 10_000, since: NOW, running: false };
    expect(words({ lastHeard: undefined, poll })).toMatchObject({ 'Last event': 'never', 'Last poll': 'off (never)' });
  });

  it('counts as undelivered what rows are marked with, and those that wait for a webhook apart', () => {
    expect(words().Undelivered).toBe('0');
    const undelivered = { count: 43, waiting: 0, more: false, at: NOW };
    expect(words({ undelivered }).Undelivered).toBe('43, 0 waiting for a webhook');
    expect(words({ undelivered: { ...undelivered, waiting: 4, more: true } }).Undelivered).toBe(
      '43+, 4 waiting for a webhook',
    );
    expect(words({ undelivered: undefined }).Undelivered).toBe('unknown');
  });

  it('calls the receiver reachable only where it was tried', () => {
    expect(words().Receiver).toBe('on, reachable');
    expect(words({ probe: { at: NOW, ok: false } }).Receiver).toBe('on, not reachable');
    expect(words({ probe: undefined }).Receiver).toBe('on');
    const receiver = { state: 'off', hasSecret: true, throughTunnel: false } as const;
    expect(words({ receiver }).Receiver).toBe('off');
  });

  it('says gaps and clocks as far as they are known', () => {
    expect(words({ holes: { polls: 1, events: 3 } })['Gaps filled by polls']).toBe('3 in 1 poll');
    expect(words().Clock).toBe('same');
    expect(words({ clock: { differenceMs: -90_000, at: NOW } }).Clock).toMatch(/^−/);
    expect(words({ clock: undefined }).Clock).toBe('unknown');
  });
});
