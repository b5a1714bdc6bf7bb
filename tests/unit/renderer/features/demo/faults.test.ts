import { describe, expect, it } from 'vitest';
import { faultSchema } from '../../../../../electron/simulator/limits/faults.ts';
import {
  FAULT_KINDS,
  type FaultKindName,
  faultKind,
  faultWords,
  leftWords,
  pathWords,
} from '../../../../../renderer/features/demo/faults.ts';
import { demoCalls } from '../../../../../shared/contract/demo.ts';

// The keys of the table.
const names = Object.keys(FAULT_KINDS) as FaultKindName[];

describe('a fault', () => {
  it.each(names)('%s can be armed, and reads as itself once it is', (name) => {
    const fault = { ...faultKind(name).fault(7), path: '*', times: 1 };
    expect(demoCalls['demo.arm'].input.safeParse({ workspace: 'demo', fault }).success).toBe(true);
    const { path, status, retryAfterSeconds, body, delayMs, cut } = fault;
    const sent = { path, status, retry_after_s: retryAfterSeconds, body, delay_ms: delayMs, cut };
    expect(faultSchema.safeParse(sent).success).toBe(true);
    if (fault.status !== undefined) expect(faultWords(fault)).toContain(faultKind(name).label);
    if (fault.retryAfterSeconds !== undefined) expect(faultWords(fault)).toContain('Retry-After 7 s');
  });

  it('no two read alike', () => {
    expect(new Set(names.map((name) => faultWords(faultKind(name).fault(7)))).size).toBe(names.length);
  });

  it('that came from elsewhere is shown as it is', () => {
    expect(faultWords({ status: 418, delayMs: 90_000, cut: true })).toBe(
      'Status 418, after 1 min 30 s, cut in its middle',
    );
    expect(faultWords({})).toBe('The true answer, unchanged');
    expect(pathWords('/api/v2/thing', 'POST')).toBe('POST /api/v2/thing');
    expect(pathWords('*', undefined)).toBe('Every request');
  });

  it('says how many requests get it', () => {
    expect([undefined, 0, 1, 3].map(leftWords)).toEqual([
      'until switched off',
      'used up',
      'the next request',
      'the next 3 requests',
    ]);
  });
});
