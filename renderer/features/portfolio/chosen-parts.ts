/** What is chosen in the pictures, in words: one part for each picture. Pure. */
import type { OverviewChoice } from '#shared/contract/overview.ts';
import { OVERVIEW_SIDES } from '#shared/overview-sides.ts';
import { formatQuantity } from '../../ui/format.ts';
import { monthWords } from '../coverage/months.ts';
import { SIDE_WORDS } from './side-words.ts';

export function chosenParts(choice: OverviewChoice): { key: keyof OverviewChoice; words: string }[] {
  const { months, amount } = choice;
  const sides = OVERVIEW_SIDES.flatMap((key) => {
    const values = choice[key];
    return values
      ? [{ key, words: `${SIDE_WORDS[key]} ${values.map((value) => value || 'not known').join(', ')}` }]
      : [];
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
    ...sides,
    ...(amount ? [{ key: 'amount' as const, words: `Size ${ends.join(' ')}` }] : []),
  ];
}
