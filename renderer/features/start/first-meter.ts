import type { UsagePointRow } from '#shared/contract/portfolio.ts';

/** A meter to begin with: an electric one with the most to show. */
export function firstMeter(rows: readonly UsagePointRow[]): UsagePointRow | undefined {
  const withData = rows.filter(({ readings }) => readings > 0);
  const electric = withData.filter(({ serviceKind }) => serviceKind?.code === 0);
  return (electric.length > 0 ? electric : withData).toSorted((a, b) => b.readings - a.readings)[0];
}
