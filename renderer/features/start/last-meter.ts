/** A start opens the meter that was open last; what its screen needs is fetched while the page is set up. */
import type { QueryClient } from '@tanstack/react-query';
import { call, prefetch, queryKey } from '../../api/index.ts';
import { readPreference } from '../../ui/preferences.ts';
import { isAt } from '../../ui/redirect.ts';
import { expectedFirstChart } from '../usage/first-chart.ts';
import { firstMetersQuestion } from './first-meter.ts';

/**
 * Call it before the router reads the address; one that leads somewhere stays as it is.
 * @returns where a meter was opened: false when it is gone or has no readings any more, and the window still shows it
 */
export function openLastMeter(client: QueryClient): Promise<boolean> | undefined {
  prefetch(client, 'workspaces.list', undefined);
  if (!/^(#?|#\/)$/.test(window.location.hash)) return undefined;
  const workspace = readPreference('workspace') ?? 'demo';
  const meter = readPreference(`meter.${workspace}`);
  if (meter === undefined) {
    prefetch(client, 'usagePoints.list', firstMetersQuestion(workspace));
    return undefined;
  }
  const address = `#/w/${encodeURIComponent(workspace)}/meters/${encodeURIComponent(meter)}`;
  window.history.replaceState(window.history.state, '', address);
  const found = stillThere(client, workspace, meter).then((there) => there || !isAt(window.location.hash, address));
  prefetch(client, 'series.list', { workspace, usagePoint: meter });
  const chart = expectedFirstChart(workspace);
  if (chart) prefetch(client, 'usage.chart', chart);
  return found;
}

async function stillThere(client: QueryClient, workspace: string, id: string): Promise<boolean> {
  const input = { workspace, id };
  const asked = client.fetchQuery({
    queryKey: queryKey('usagePoints.get', input),
    queryFn: () => call('usagePoints.get', input),
  });
  return await asked.then(
    ({ readings }) => readings > 0,
    () => false,
  );
}
