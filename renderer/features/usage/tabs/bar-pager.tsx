/** More bars than can be distinguished are drawn in pages. */
import { Group, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import type { LocalPeriod } from '#shared/time/index.ts';
import { IconButton } from '../../../ui/icon-button.tsx';

interface Part {
  /** Indexes of the periods that are drawn: `first <= index < end`. */
  first: number;
  end: number;
}

interface Pager extends Part {
  pages: number;
  earlier: (() => void) | undefined;
  later: (() => void) | undefined;
}

/** The part that ends with the period which an instant is in, or with the last one. Pure. */
export function partUntil(periods: readonly LocalPeriod[], most: number, instant: number): Part {
  const found = periods.findIndex(({ end }) => end >= instant);
  const last = found < 0 ? periods.length - 1 : found;
  const end = Math.min(periods.length, Math.max(last + 1, Math.min(most, periods.length)));
  return { first: Math.max(0, end - most), end };
}

/** The part next to another one, as full as possible; undefined where there is none. Pure. */
export function partBeside(count: number, most: number, { first, end }: Part, direction: 1 | -1): Part | undefined {
  if (direction < 0 ? first <= 0 : end >= count) return undefined;
  const start = Math.min(Math.max(0, first + direction * most), Math.max(0, count - most));
  return { first: start, end: Math.min(count, start + most) };
}

/** Which periods are drawn: at first those up to the end of the view. */
export function useBarPager(periods: readonly LocalPeriod[], most: number, viewEnd: number): Pager {
  // Another list of periods, or another view, begins anew.
  const [turned, setTurned] = useState<{ periods: readonly LocalPeriod[]; viewEnd: number; part: Part }>();
  const part =
    turned?.periods === periods && turned.viewEnd === viewEnd ? turned.part : partUntil(periods, most, viewEnd);
  const turn = (direction: 1 | -1) => {
    const next = partBeside(periods.length, most, part, direction);
    return next && (() => setTurned({ periods, viewEnd, part: next }));
  };
  return { ...part, pages: Math.ceil(periods.length / most), earlier: turn(-1), later: turn(1) };
}

export function BarPager({ pager, words }: { pager: Pager; words: string }) {
  return (
    <Group gap={2} wrap="nowrap">
      <IconButton
        icon={IconChevronLeft}
        label="Earlier periods"
        hint="Earlier"
        iconSize={17}
        onClick={pager.earlier}
        disabled={!pager.earlier}
      />
      <Text size="sm" fw={600} aria-live="polite" data-testid="bar-span">
        {words}
      </Text>
      <IconButton
        icon={IconChevronRight}
        label="Later periods"
        hint="Later"
        iconSize={17}
        onClick={pager.later}
        disabled={!pager.later}
      />
    </Group>
  );
}
