import { expect, it } from 'vitest';
import { choicesListed } from '../../../../../renderer/ui/table/value-filter.tsx';

const values = Array.from({ length: 300 }, (_, place) => ({ value: `file ${place}`, count: 300 - place }));

it('lists the most frequent values, and before them those that are chosen and rarer, with their counts', () => {
  expect(choicesListed(values, [])).toEqual(values.slice(0, 200));
  expect(choicesListed(values, ['file 3'])).toEqual(values.slice(0, 200));
  expect(choicesListed(values, ['file 250'])).toEqual([{ value: 'file 250', count: 50 }, ...values.slice(0, 200)]);
});

it('lists what is chosen though no row has it any more', () => {
  expect(choicesListed(values.slice(0, 2), ['gone'])).toEqual([{ value: 'gone' }, ...values.slice(0, 2)]);
});
