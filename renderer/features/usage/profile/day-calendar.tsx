/** The calendar that a span of days is chosen in. */
import '@mantine/dates/styles.css';
import { DatePicker, type DayOfWeek } from '@mantine/dates';
import { firstDayOfWeek } from '../../../ui/region.ts';

/** First and last day as `2026-03-03`; null while it is not chosen. */
export type DayRange = [string | null, string | null];

interface DayCalendarProps {
  value: DayRange;
  onChange: (range: DayRange) => void;
  /** A day of the month that is shown at first. */
  shown: string;
  first: string;
  last: string;
}

export function DayCalendar({ value, onChange, shown, first, last }: DayCalendarProps) {
  return (
    <DatePicker
      type="range"
      size="xs"
      allowSingleDateInRange
      // This calendar counts Sunday as 0.
      firstDayOfWeek={(firstDayOfWeek() % 7) as DayOfWeek}
      value={value}
      onChange={onChange}
      defaultDate={shown}
      minDate={first}
      maxDate={last}
    />
  );
}
