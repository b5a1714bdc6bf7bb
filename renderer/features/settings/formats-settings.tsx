/** How numbers, dates and times of the day are written. */
import { SegmentedControl, Select, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { clockOfZone } from '#shared/time/index.ts';
import { formatLocalDate, formatLocalStamp, formatLocalTime } from '../../charts/local-clock.ts';
import { Dim } from '../../ui/dim.tsx';
import { formatMeasured, formatMoney } from '../../ui/format.ts';
import { chooseRegion, chosenRegion, type Hours, REGIONS } from '../../ui/region.ts';

/** 23 March 2026, 14:05 UTC: its day is no month, and it is past noon. */
const EXAMPLE = Date.UTC(2026, 2, 23, 14, 5) / 1000;

export function FormatsSettings() {
  const [{ region, hours }, setChosen] = useState(chosenRegion);
  const choose = (nextRegion: string, nextHours: Hours) => {
    chooseRegion(nextRegion, nextHours);
    setChosen({ region: nextRegion, hours: nextHours });
  };
  const clock = clockOfZone('UTC');
  return (
    <Stack gap="md" maw="40rem">
      <Select
        label="Numbers and dates as in"
        data={[...REGIONS]}
        value={region}
        allowDeselect={false}
        onChange={(value) => choose(value ?? region, hours)}
        w="24rem"
      />
      <div>
        <Title order={2} id="hours-title" fz="sm" mb={4}>
          Hours of the day
        </Title>
        <SegmentedControl
          aria-labelledby="hours-title"
          value={hours}
          onChange={(value) => choose(region, value === '12' || value === '24' ? value : 'region')}
          data={[
            { value: 'region', label: 'As in the region' },
            { value: '24', label: '24 hours' },
            { value: '12', label: '12 hours' },
          ]}
        />
      </div>
      <Text size="sm" role="status" aria-label="Example">
        {[
          formatMeasured(1234.5, 'kWh'),
          formatMoney(1234.5, 'USD'),
          `${formatLocalDate(clock, EXAMPLE)}, ${formatLocalTime(clock, EXAMPLE)}`,
          formatLocalStamp(clock, EXAMPLE),
        ].join(' · ')}
      </Text>
      <Text size="sm">
        <Dim>
          Units stay those of the meter. Files that are exported and what is copied from tables keep one form for
          programs: 1234.5 and 2026-03-23 14:05.
        </Dim>
      </Text>
    </Stack>
  );
}
