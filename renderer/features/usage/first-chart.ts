/** The chart that a workspace showed first the last time, so that the next start can ask for it before anything is drawn. */
import type { CallInput } from '#shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { parsedPreference, readPreference, writePreference } from '../../ui/preferences.ts';

type ChartInput = CallInput<'usage.chart'>;

/** Keeps what was asked: ids, a span and a width, nothing of a customer. The main side keeps the answers, beside the store. */
export function rememberFirstChart(usagePoint: string, chart: ChartInput): void {
  const { workspace } = chart;
  writePreference(`chart.${workspace}`, JSON.stringify(chart));
  call('app.firstScreen', { workspace, usagePoint, chart }).catch(() => {
    // Only the next start would have been faster.
  });
}

/** The input that the first chart of a workspace will probably need; a wrong guess costs one unused answer. */
export function expectedFirstChart(workspace: string): ChartInput | undefined {
  // What was kept may be damaged, and this runs before anything is drawn: nothing may stop that.
  const chart = parsedPreference<Partial<ChartInput>>(readPreference(`chart.${workspace}`), {});
  // Should it not fit a newer contract, the main side refuses it, and nothing is lost.
  return chart.workspace === workspace && Array.isArray(chart.series) ? (chart as ChartInput) : undefined;
}
