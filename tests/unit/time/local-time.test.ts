import { describe, expect, it } from 'vitest';
import { clockOf } from '../../../shared/time/local-time.ts';

const HOUR = 3600;

describe('which clock a meter has', () => {
  const rules = { tzOffset: -28_800, dstOffset: 3600, dstStartRule: '360E2000', dstEndRule: 'B40E2000' };

  it('its own rules before any zone', () => {
    const clock = clockOf({ source: 'meter', label: 'own', zone: 'Asia/Tokyo', ...rules });
    expect(clock.offsetAt(Date.UTC(2024, 0, 1) / 1000)).toBe(-8 * HOUR);
    expect(clock.offsetAt(Date.UTC(2024, 6, 1) / 1000)).toBe(-7 * HOUR);
  });

  it('the assumed zone when its rules are no good', () => {
    const clock = clockOf({ source: 'assumed', label: 'assumed', zone: 'Asia/Tokyo', ...rules });
    expect(clock.offsetAt(0)).toBe(9 * HOUR);
  });

  it('the chosen zone before its own rules', () => {
    const clock = clockOf({ source: 'user', label: 'chosen', zone: 'Asia/Tokyo', ...rules });
    expect(clock.offsetAt(0)).toBe(9 * HOUR);
  });

  it('the zone, where its own rules cannot be right', () => {
    const clock = clockOf({ source: 'meter', label: 'own', zone: 'Asia/Tokyo', tzOffset: 17 });
    expect(clock.offsetAt(0)).toBe(9 * HOUR);
  });

  it('its own rules without a zone, whoever says so, and UTC where nothing is known', () => {
    expect(clockOf({ source: 'assumed', label: 'x', ...rules }).offsetAt(0)).toBe(-8 * HOUR);
    expect(clockOf({ source: 'assumed', label: 'x' }).offsetAt(0)).toBe(0);
  });

  it('a bare offset when there is nothing else', () => {
    expect(clockOf({ source: 'meter', label: 'x', tzOffset: 34_200 }).offsetAt(0)).toBe(34_200);
  });
});
