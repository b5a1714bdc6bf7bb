import type { UsagePointRow } from '#shared/contract/portfolio.ts';

/** The meter that was open last, else an electric one with the most to show. */
export function firstMeter(rows: readonly UsagePointRow[], last: string | undefined): UsagePointRow | undefined {
  const withData = rows.filter(({ readings }) => readings > 0);
  const electric = withData.filter(({ serviceKind }) => serviceKind?.code === 0);
  return (
    withData.find(({ id }) => id === last) ??
    (electric.length > 0 ? electric : withData).toSorted((a, b) => b.readings - a.readings)[0]
  );
}
