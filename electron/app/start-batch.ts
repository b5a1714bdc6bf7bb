/** Sends a batch of test submissions, for whoever asks: a screen or a schedule. */
import { randomUUID } from 'node:crypto';
import type { ScenarioFile } from '#shared/contract/scenario-files.ts';
import type { SupportDesk } from './support-desk.ts';

export interface BatchRequest {
  workspace: string;
  form: string;
  /** At each of them all of the scenarios are sent. */
  submissions: readonly { utility: string; scenario: string }[];
  paceMs: number;
  repeats?: string | undefined;
  /** Further expectations, of the only scenario. */
  file?: ScenarioFile | undefined;
  /** No notification tells that it is over: whoever asked for it tells. */
  quiet?: boolean;
}

/** @throws AppError `no_service` */
export async function startBatch(
  { supportDesk }: { supportDesk: SupportDesk },
  { workspace, form, submissions, paceMs, repeats, file, quiet = false }: BatchRequest,
): Promise<{ batch: string; runs: string[] }> {
  const batch = randomUUID();
  const desk = await supportDesk.runs(workspace);
  if (quiet) supportDesk.keepQuietAbout(batch);
  const wanted = submissions.map(({ utility, scenario }) => ({ form, utility, scenario, batch, repeats, file }));
  const runs = await desk.startAll(wanted, paceMs);
  return { batch, runs: runs.map((run) => run.id) };
}
