/** How numbers, dates, times of the day and weeks are written: this program's own way, or that of a region. Units stay those of the meter. */
import type { FirstDay } from '#shared/time/index.ts';
import { readPreference, writePreference } from './preferences.ts';

/** `system`: that of this computer; where it names none, as `own`. `own`: 1,234.5 · 3 Mar 2026 · 14:05. Else a locale. */
export const REGIONS: readonly { value: string; label: string }[] = [
  { value: 'system', label: 'Match the system' },
  { value: 'own', label: 'International' },
  { value: 'en-US', label: 'United States' },
  { value: 'en-GB', label: 'United Kingdom' },
  { value: 'en-CA', label: 'Canada (English)' },
  { value: 'fr-CA', label: 'Canada (French)' },
  { value: 'de-DE', label: 'Germany' },
  { value: 'de-CH', label: 'Switzerland' },
  { value: 'fr-FR', label: 'France' },
  { value: 'es-ES', label: 'Spain' },
  { value: 'pt-BR', label: 'Brazil' },
];
/** Twelve or twenty-four hours, or as the region has them. */
export type Hours = 'region' | '12' | '24';

/** The day that weeks begin on, as ISO 8601 counts, or as the region has it. */
export const WEEK_STARTS = [
  { value: 'region', label: 'As in the region' },
  { value: '1', label: 'Monday' },
  { value: '7', label: 'Sunday' },
  { value: '6', label: 'Saturday' },
] as const;
export type WeekStart = (typeof WEEK_STARTS)[number]['value'];

/** What the user has chosen. */
export interface Formats {
  /** One of {@link REGIONS}. */
  region: string;
  hours: Hours;
  weekStart: WeekStart;
}

const REGION_KEY = 'region';
const HOURS_KEY = 'hours';
const WEEK_START_KEY = 'week-start';

interface Region {
  /** Of numbers. */
  locale: string;
  /** Whether the month comes before the day where it is a word. */
  monthFirst: boolean;
  /** A date in digits; undefined: ISO 8601. */
  date: Intl.DateTimeFormat | undefined;
  twelve: boolean;
  firstDay: FirstDay;
}

let region: Region | undefined;
const numberFormats = new Map<string, Intl.NumberFormat>();

/** What is chosen; `system` and `region` where nothing is, or what is not known. */
export function chosenFormats(): Formats {
  const chosen = readPreference(REGION_KEY);
  const hours = readPreference(HOURS_KEY);
  const weekStart = readPreference(WEEK_START_KEY);
  return {
    region: REGIONS.some(({ value }) => value === chosen) ? (chosen ?? 'system') : 'system',
    hours: hours === '12' || hours === '24' ? hours : 'region',
    weekStart: WEEK_STARTS.find(({ value }) => value === weekStart)?.value ?? 'region',
  };
}

/** Remembers the choice. What is drawn from then on follows it. */
export function chooseFormats(chosen: Formats): void {
  writePreference(REGION_KEY, chosen.region);
  writePreference(HOURS_KEY, chosen.hours);
  writePreference(WEEK_START_KEY, chosen.weekStart);
  applyFormats(chosen);
}

/** Takes a choice without remembering it. @param system the locale of this computer */
export function applyFormats({ region: chosen, hours, weekStart }: Formats, system = systemLocale()): void {
  const own = chosen === 'own' || (chosen === 'system' && !namesRegion(system));
  const locale = own ? 'en-US' : chosen === 'system' ? system : chosen;
  const twelve = hours === 'region' ? !own && isTwelve(locale) : hours === '12';
  const firstDay = weekStart === 'region' ? (own ? 1 : firstDayIn(locale)) : (Number(weekStart) as FirstDay);
  const date = own ? undefined : dateIn(locale);
  region = { locale, monthFirst: !own && isMonthFirst(locale), date, twelve, firstDay };
  numberFormats.clear();
}

/** Of this computer: what the desktop program says, whose own language is not the system's, or the browser. */
function systemLocale(): string {
  if (typeof document === 'undefined') return ''; // no page, no system
  return document.querySelector<HTMLMetaElement>('meta[name="system-locale"]')?.content || navigator.language;
}

/** False for a language alone, such as `en`, for what is no locale, and for POSIX, which is that of programs. */
function namesRegion(locale: string): boolean {
  try {
    return new Intl.Locale(locale).region !== undefined && !/posix/i.test(locale);
  } catch {
    return false;
  }
}

function current(): Region {
  if (!region) applyFormats(chosenFormats());
  return region as Region; // applyFormats has set it
}

/** A formatter of numbers; making one costs far more than using one, and tables write thousands of numbers. */
export function numberFormat(key: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const { locale } = current();
  let format = numberFormats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(locale, options);
    numberFormats.set(key, format);
  }
  return format;
}

/** The sign before the decimals of a number: `.`, `,`. */
export function decimalSign(): string {
  const parts = numberFormat('decimal sign', { minimumFractionDigits: 1 }).formatToParts(0.5);
  return parts.find(({ type }) => type === 'decimal')?.value ?? '.';
}

/** `14:05`, `2:05 PM`; seconds where they are given. */
export function timeText(hour: number, minute: number, second?: number): string {
  const rest = [minute, ...(second === undefined ? [] : [second])].map(two).join(':');
  if (!current().twelve) return `${two(hour)}:${rest}`;
  return `${hour % 12 === 0 ? 12 : hour % 12}:${rest} ${hour % 24 < 12 ? 'AM' : 'PM'}`;
}

/** A date in digits: `2026-03-03`, `03.03.2026`. */
export function dateText(year: number, month: number, day: number): string {
  const { date } = current();
  return date ? date.format(Date.UTC(year, month - 1, day)) : `${year}-${two(month)}-${two(day)}`;
}

/** `3 Mar`, `Mar 3`; with a year `3 Mar 2026`, `Mar 3, 2026`. @param month its name */
export function dayText(day: number, month: string, year?: number): string {
  if (current().monthFirst) return `${month} ${day}${year === undefined ? '' : `, ${year}`}`;
  return `${day} ${month}${year === undefined ? '' : ` ${year}`}`;
}

/** The day that weeks begin on, in totals, on axes and in calendars. */
export function firstDayOfWeek(): FirstDay {
  return current().firstDay;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

function dateIn(locale: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    calendar: 'gregory',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
}

function isMonthFirst(locale: string): boolean {
  const parts = dateIn(locale).formatToParts(0);
  const order = parts.map(({ type }) => type).filter((type) => type === 'month' || type === 'day' || type === 'year');
  return order[0] === 'month';
}

function isTwelve(locale: string): boolean {
  return new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hour12 ?? false;
}

/** What browsers know of weeks; older ones have it as a property, or not at all. */
type WithWeeks = Intl.Locale & { getWeekInfo?(): { firstDay: number }; weekInfo?: { firstDay: number } };

function firstDayIn(name: string): FirstDay {
  const locale: WithWeeks = new Intl.Locale(name);
  return ((locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1) as FirstDay;
}
