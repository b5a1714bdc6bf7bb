/** What is chosen in the pictures, in words: one part for each picture. Pure. */
import type { Overview, OverviewChoice } from '#shared/contract/overview.ts';
import { OVERVIEW_SIDES, type OverviewSide, sideLabel } from '#shared/overview-sides.ts';
import { formatQuantity } from '../../ui/format.ts';
import { monthWords } from '../coverage/months.ts';
import { SIDE_WORDS } from './side-words.ts';

/** @param sides bars, as which what is chosen of them is called */
export function chosenParts(
  choice: OverviewChoice,
  sides: Overview['sides'],
): { key: keyof OverviewChoice; words: string }[] {
  // Other choices may leave no bar of it.
  const label = (side: OverviewSide, value: string) =>
    sides[side].find((bar) => bar.value === value)?.label ?? sideLabel(side, value);
  const { months, amount } = choice;
  const ofSides = OVERVIEW_SIDES.flatMap((key) => {
    const values = choice[key];
    return values ? [{ key, words: `${SIDE_WORDS[key]} ${values.map((value) => label(key, value)).join(', ')}` }] : [];
  });
  const ends = [
    ...(amount?.atLeast === undefined ? [] : [`from ${formatQuantity(amount.atLeast)}`]),
    ...(amount?.below === undefined ? [] : [`below ${formatQuantity(amount.below)}`]),
  ];
  return [
    ...(months
      ? [
          {
            key: 'months' as const,
            words: months
              .toSorted((a, b) => a - b)
              .map(monthWords)
              .join(', '),
          },
        ]
      : []),
    ...ofSides,
    ...(amount ? [{ key: 'amount' as const, words: `Size ${ends.join(' ')}` }] : []),
  ];
}
