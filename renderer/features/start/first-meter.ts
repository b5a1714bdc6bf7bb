import type { CallInput } from '#shared/contract/index.ts';
import type { UsagePointRow } from '#shared/contract/portfolio.ts';

/** What a start without a remembered meter asks: of few meters, those with the most readings. */
export function firstMetersQuestion(workspace: string): CallInput<'usagePoints.list'> {
  return { workspace, sort: { column: 'readings', descending: true }, limit: 200 };
}

/** A meter to begin with: an electric one with the most to show. */
export function firstMeter(rows: readonly UsagePointRow[]): UsagePointRow | undefined {
  const withData = rows.filter(({ readings }) => readings > 0);
  const electric = withData.filter(({ serviceKind }) => serviceKind?.code === 0);
  return (electric.length > 0 ? electric : withData).toSorted((a, b) => b.readings - a.readings)[0];
}
