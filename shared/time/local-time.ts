import type { LocalTimeView } from '../contract/portfolio.ts';
import { type Clock, clockOfParameters, clockOfZone, fixedClock, type TimeParameters } from './clock.ts';

/** The clock that a usage point's local time asks for: the meter's own rules where they are sound, else the zone. */
export function clockOf(time: LocalTimeView): Clock {
  const own = clockOfParameters(parametersOf(time));
  if (time.source === 'meter' && own.ok) return own.clock;
  if (time.zone) return clockOfZone(time.zone);
  return own.ok ? own.clock : fixedClock(time.tzOffset ?? 0);
}

function parametersOf(time: LocalTimeView): TimeParameters {
  const { tzOffset, dstOffset, dstStartRule, dstEndRule } = time;
  return {
    ...(tzOffset === undefined ? {} : { tzOffset }),
    ...(dstOffset === undefined ? {} : { dstOffset }),
    ...(dstStartRule === undefined ? {} : { dstStartRule }),
    ...(dstEndRule === undefined ? {} : { dstEndRule }),
  };
}
