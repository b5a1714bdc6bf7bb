/** Chooses what of the readings is added up. */
import { Select } from '@mantine/core';
import type { Summed } from '#shared/contract/sum.ts';
import type { Clock } from '#shared/time/index.ts';
import { formatSpan } from '../../charts/local-clock.ts';
import type { SumSearch } from './sum-address.ts';
import { spanOfSearch, sumSpans } from './sum-spans.ts';

interface SumSpanProps {
  search: SumSearch;
  onSearch: (search: SumSearch) => void;
  sum: Summed;
  clock: Clock;
}

export function SumSpan({ search, onSearch, sum, clock }: SumSpanProps) {
  const spans = sumSpans(sum, clock);
  const { from, to, ...rest } = search;
  const chosen = spanOfSearch(spans, search);
  return (
    <Select
      size="xs"
      w={170}
      label="Added up"
      data={spans.map(({ label }) => label)}
      value={chosen?.label ?? null}
      placeholder={from === undefined || to === undefined ? '' : formatSpan(clock, from, to)}
      onChange={(label) => {
        const { span } = spans.find((one) => one.label === label) ?? {};
        onSearch(span === undefined ? rest : { ...rest, ...span });
      }}
      allowDeselect={false}
    />
  );
}
