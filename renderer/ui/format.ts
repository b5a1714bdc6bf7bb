/** How numbers, sizes and ages are written; one way for the whole interface. Local times are in charts/local-clock.ts. */

import { unitLabel } from '#shared/espi/units.ts';
import { dateText, numberFormat as numbers, timeText } from './region.ts';

export { formatDuration } from '#shared/format-duration.ts';

/** A whole number with thousands separators. */
export function formatCount(value: number): string {
  return numbers('whole', { maximumFractionDigits: 0 }).format(value);
}

/** A number of things: `1 gap`, `2,000 gaps`. `many` where the plural is more than an s. */
export function formatCounted(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** A measured value: three decimals when small, fewer when large; what is not zero never reads as 0. */
export function formatQuantity(value: number): string {
  const size = Math.abs(value);
  if (size > 0 && size < 0.001) return numbers('tiny', { maximumSignificantDigits: 2 }).format(value);
  const digits = size >= 10_000 ? 0 : size >= 1000 ? 1 : size >= 10 ? 2 : 3;
  return numbers(`digits ${digits}`, { maximumFractionDigits: digits }).format(value);
}

/** A measured value with its unit as people write it: `12.5 m³` for 12.5 of `m3`. */
export function formatMeasured(value: number, unit: string): string {
  return `${formatQuantity(value)} ${unitLabel(unit)}`.trimEnd();
}

/** A unit as people write it, or that there is none: `m³`, `unit not stated`. Empty for a bare ratio. */
export function unitWords(unit: string): string {
  return unit === '' ? 'unit not stated' : unitLabel(unit);
}

/** What a column or an axis is called, with its unit: `Peak, kWh`. */
export function withUnit(name: string, unit: string): string {
  const words = unitWords(unit);
  return words === '' ? name : `${name}, ${words}`;
}

/** A number with just so many decimals. */
export function formatDecimals(value: number, digits: number): string {
  return numbers(`just ${digits}`, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
}

/** Money in its currency (ISO 4217 code): `$12.50` is US dollars only, others say which (`CA$12.50`). Else bare. */
export function formatMoney(amount: number, currency: string | undefined): string {
  if (!isCurrency(currency)) {
    return numbers('bare money', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(amount);
  }
  return numbers(currency, { style: 'currency', currency, currencyDisplay: 'symbol' }).format(amount);
}

/** What a currency is called where amounts stand without it: its code, or that it is not stated. */
export function currencyWords(currency: string | undefined): string {
  if (currency === undefined) return 'currency not stated';
  return isCurrency(currency) ? currency : `currency ${currency}`;
}

/** True for a currency that a sign or its letters can stand for. */
export function isCurrency(currency: string | undefined): currency is string {
  return currency !== undefined && /^[A-Z]{3}$/.test(currency);
}

/** A share 0..1 as percent; never rounds something to nothing or to everything. */
export function formatShare(share: number): string {
  if (share > 0 && share < 0.001) return `< ${formatDecimals(0.1, 1)} %`;
  if (share < 1 && share > 0.999) return `> ${formatDecimals(99.9, 1)} %`;
  const percent = share * 100;
  return `${numbers('digits 1', { maximumFractionDigits: 1 }).format(percent)} %`;
}

const byteUnits = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** A size in decimal units. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(byteUnits.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  return `${power === 0 || value >= 100 ? Math.round(value) : formatDecimals(value, 1)} ${byteUnits[power]}`;
}

/** How long ago, in one unit: `just now`, `5 min ago`, `3 d ago`. */
export function formatAge(ms: number): string {
  const seconds = Math.max(0, ms / 1000);
  if (seconds < 10) return 'just now';
  if (seconds < 60) return `${Math.floor(seconds)} s ago`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`;
  return `${Math.floor(seconds / 86_400)} d ago`;
}

/** The seconds left of a wait as a clock: `0:42`, `12:05`, `1:02:03`. */
export function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** The length of a reading, in words: `15 min`, `1 h`, `1 day`. */
export function formatInterval(seconds: number): string {
  if (seconds <= 0) return 'irregular';
  if (seconds % 86_400 === 0) return seconds === 86_400 ? '1 day' : `${seconds / 86_400} days`;
  if (seconds % 3600 === 0) return `${seconds / 3600} h`;
  if (seconds % 60 === 0) return `${seconds / 60} min`;
  return `${seconds} s`;
}

/** The zone of {@link formatOwnTime}. */
export const ownZone: string = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** An instant in the computer's own zone, for things of the program itself (jobs, requests); never for readings. */
export function formatOwnTime(epochMs: number): string {
  const at = new Date(epochMs);
  const day = dateText(at.getFullYear(), at.getMonth() + 1, at.getDate());
  return `${day} ${timeText(at.getHours(), at.getMinutes(), at.getSeconds())}`;
}

/** The day of an instant in UTC, for what has no clock of its own: authorizations, certificates. */
export function formatUtcDay(epochMs: number): string {
  const at = new Date(epochMs);
  return dateText(at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate());
}

/** An instant in UTC, to the minute; says that it is. */
export function formatUtcMinute(epochMs: number): string {
  const at = new Date(epochMs);
  return `${formatUtcDay(epochMs)} ${timeText(at.getUTCHours(), at.getUTCMinutes())} UTC`;
}

/** An instant of the service as it was sent, ISO 8601: in its offset, to the microsecond; nothing is converted. */
export function formatServiceTime(ts: string): string {
  const match = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d(?:\.\d+)?)(.*)$/.exec(ts);
  if (!match) return ts;
  const [, day, time, offset] = match;
  return `${day} ${time} ${offset === '+00:00' || offset === 'Z' ? 'UTC' : offset}`;
}
