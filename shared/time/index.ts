/** Local time: clocks from LocalTimeParameters or IANA zones, and the local hours, days, weeks, months and years. */
export * from './calendar.ts';
export * from './clock.ts';
export * from './day-slots.ts';
export * from './dst-rules.ts';
export * from './local-time.ts';
export * from './rule-words.ts';
export * from './zone-name.ts';
