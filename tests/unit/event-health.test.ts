import { describe, expect, it } from 'vitest';
import type { HealthFacts } from '#shared/contract/events.ts';
import { judgeHealth } from '#shared/event-health.ts';

const NOW = Date.UTC(2025, 2, 1);
const MINUTE = 60_000;

/** A workspace where all is well. */
function well(more: Partial<HealthFacts> = {}): HealthFacts {
  return {
    receiver: { state: 'on', hasSecret: true, throughTunnel: false },
    probe: { at: NOW, ok: true },
    lastHeard: { at: NOW - 5_000, way: 'webhook' },
    poll: { enabled: true, everyMs: MINUTE, since: NOW - MINUTE * 60, lastOkAt: NOW - 30_000, running: false },
    holes: { polls: 0, events: 0 },
    signatureFailures: { count: 0 },
    refused: { count: 0 },
    ...more,
  };
}

const codes = (facts: HealthFacts, now = NOW) => judgeHealth(facts, now).findings.map(({ code }) => code);
const { poll, receiver } = well();

describe('the health of the event log', () => {
  it('is good when all is well', () => expect(judgeHealth(well(), NOW)).toMatchObject({ level: 'good', findings: [] }));

  it.each<[string, Partial<HealthFacts>, 'notice' | 'bad']>([
    ['deaf', { receiver: { ...receiver, state: 'off' }, poll: { ...poll, enabled: false } }, 'bad'],
    ['poll_off', { poll: { ...poll, enabled: false } }, 'notice'],
    ['receiver_failed', { receiver: { ...receiver, state: 'failed', error: 'Port 80 is used.' } }, 'bad'],
    ['no_secret', { receiver: { ...receiver, hasSecret: false } }, 'bad'],
    ['receiver_unreachable', { probe: { at: NOW, ok: false, error: 'nothing is listening there' } }, 'bad'],
    ['tunnel_dead', { receiver: { ...receiver, throughTunnel: true }, probe: { at: NOW, ok: false } }, 'bad'],
    ['poll_failing', { poll: { ...poll, lastError: { at: NOW, code: 'network', message: 'No network.' } } }, 'bad'],
    ['slept', { sleep: { wokeAt: NOW - 1_000, lastedMs: MINUTE * 90 } }, 'bad'],
    ['slept_caught_up', { sleep: { wokeAt: NOW - 40_000, lastedMs: MINUTE * 90 } }, 'notice'],
    ['holes_filled', { holes: { polls: 1, events: 3, lastAt: NOW - MINUTE } }, 'notice'],
    ['signature_failures', { signatureFailures: { count: 1, lastAt: NOW - MINUTE, lastReason: 'x' } }, 'notice'],
    ['undelivered', { undelivered: { count: 6, waiting: 4, more: true, at: NOW } }, 'notice'],
    ['clock_off', { clock: { differenceMs: -10 * MINUTE, at: NOW } }, 'notice'],
    ['never_heard', { lastHeard: undefined }, 'notice'],
  ])('says %s', (code, change, level) => {
    expect(codes(well(change))).toEqual([code]);
    expect(judgeHealth(well(change), NOW).level).toBe(level);
  });

  it('notices within one interval and a little that nobody polls any more, though nothing tells it', () => {
    const facts = well();
    expect(codes(facts, NOW + 35_000)).toEqual([]);
    expect(codes(facts, NOW + 45_000)).toEqual(['poll_overdue']);
  });

  it('says that polls fail and are overdue, though the clock was set back since the last good one', () => {
    const lastError = { at: NOW - 40_000, code: 'network', message: 'No network.' };
    const setBack = { ...poll, since: NOW + 50 * MINUTE, lastOkAt: NOW + 60 * MINUTE };
    expect(codes(well({ poll: { ...setBack, lastError } }))).toEqual(['poll_failing']);
    expect(codes(well({ poll: { ...setBack, lastError } }), NOW + 2 * MINUTE)).toEqual([
      'poll_failing',
      'poll_overdue',
    ]);
    expect(codes(well({ poll: { ...setBack, lastOkAt: NOW } }), NOW + 2 * MINUTE)).toEqual(['poll_overdue']);
    // How long ago the last one was is not known.
    expect(codes(well({ poll: setBack }))).toEqual([]);
    expect(codes(well({ poll: { ...setBack, since: NOW - 60 * MINUTE } }))).toEqual([]);
    expect(codes(well({ poll: { ...setBack, lastOkAt: undefined } }))).toEqual([]);
  });

  it('takes old news for old', () => {
    expect(codes(well({ holes: { polls: 1, events: 3, lastAt: NOW - 16 * MINUTE } }))).toEqual([]);
  });

  it('has nothing to say of events that no webhook was meant for', () => {
    expect(codes(well({ undelivered: { count: 43, waiting: 0, more: false, at: NOW } }))).toEqual([]);
  });

  it('puts the worst first', () => {
    const facts = well({ undelivered: { count: 1, waiting: 1, more: false, at: NOW }, probe: { at: NOW, ok: false } });
    expect(codes(facts)).toEqual(['receiver_unreachable', 'undelivered']);
    expect(judgeHealth(facts, NOW).summary).toContain('receiver');
  });
});
