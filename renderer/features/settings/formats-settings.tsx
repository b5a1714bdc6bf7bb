/** How numbers, dates and times of the day are written, and when weeks begin. */
import { SegmentedControl, Select, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { clockOfZone } from '#shared/time/index.ts';
import { dayName, formatLocalDate, formatLocalStamp, formatLocalTime } from '../../charts/local-clock.ts';
import { Dim } from '../../ui/dim.tsx';
import { formatMeasured, formatMoney } from '../../ui/format.ts';
import { chooseFormats, chosenFormats, type Formats, firstDayOfWeek, REGIONS, WEEK_STARTS } from '../../ui/region.ts';

/** 23 March 2026, 14:05 UTC: its day is no month, and it is past noon. */
const EXAMPLE = Date.UTC(2026, 2, 23, 14, 5) / 1000;

export function FormatsSettings() {
  const [chosen, setChosen] = useState(chosenFormats);
  const choose = (change: Partial<Formats>) => {
    const next = { ...chosen, ...change };
    chooseFormats(next);
    setChosen(next);
  };
  const clock = clockOfZone('UTC');
  return (
    <Stack gap="md" maw="40rem">
      <Select
        label="Numbers and dates as in"
        data={[...REGIONS]}
        value={chosen.region}
        allowDeselect={false}
        onChange={(value) => value && choose({ region: value })}
        w="24rem"
      />
      <div>
        <Title order={2} id="hours-title" fz="sm" mb={4}>
          Hours of the day
        </Title>
        <SegmentedControl
          aria-labelledby="hours-title"
          value={chosen.hours}
          onChange={(value) => choose({ hours: value })}
          data={[
            { value: 'region', label: 'As in the region' },
            { value: '24', label: '24 hours' },
            { value: '12', label: '12 hours' },
          ]}
        />
      </div>
      <div>
        <Title order={2} id="week-title" fz="sm" mb={4}>
          First day of the week
        </Title>
        <SegmentedControl
          aria-labelledby="week-title"
          value={chosen.weekStart}
          onChange={(value) => choose({ weekStart: value })}
          data={[...WEEK_STARTS]}
        />
      </div>
      <Text size="sm" role="status" aria-label="Example">
        {[
          formatMeasured(1234.5, 'kWh'),
          formatMoney(1234.5, 'USD'),
          `${formatLocalDate(clock, EXAMPLE)}, ${formatLocalTime(clock, EXAMPLE)}`,
          formatLocalStamp(clock, EXAMPLE),
          `weeks from ${dayName(firstDayOfWeek() - 1)}`,
        ].join(' · ')}
      </Text>
      <Text size="sm">
        <Dim>
          Units stay those of the meter. Files of data, and what is copied from tables, keep one form for programs, such
          as 1234.5 and 2026-03-23. Only CSV exports can have another decimal sign: choose it in the Export dialog.
        </Dim>
      </Text>
    </Stack>
  );
}
