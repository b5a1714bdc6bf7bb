/** Runs as an HTML file to give to others: gathers what is known of them, and takes out what is secret or personal. */
import type { RunView } from '#shared/contract/scenarios.ts';
import { fileRedactor } from '../diagnostics/index.ts';
import type { StoredRecord } from '../engine/index.ts';
import { htmlReport, requestsOfRun, type SharedRun, type StoredRun } from '../support-desk/index.ts';
import { peopleOf } from './diagnosis.ts';
import type { AppParts } from './parts.ts';
import { PROGRAM } from './version.ts';

/** Requests of one run that go in, the newest. */
const MAX_REQUESTS = 2000;

/** @param records of runs, in the order in which they are shown */
export async function htmlOfRuns(
  parts: AppParts,
  workspace: string,
  records: readonly StoredRecord[],
): Promise<string> {
  const { connections, engine, requestLog } = parts;
  // What has ended but is not in the store yet is there then.
  await requestLog.flush();
  const shared: SharedRun[] = [];
  for (const { state } of records) {
    const { view, observation } = state as StoredRun; // written by this program as a StoredRun
    const about = requestsOfRun(view);
    const { rows } = await engine.call('requests.list', { workspace, limit: MAX_REQUESTS, about });
    shared.push({ run: view, seen: observation, requests: rows });
  }
  return htmlReport(shared, {
    workspace: connections.workspaces.get(workspace).name,
    baseUrl: (await connections.bases(workspace)).apiBase,
    at: Date.now(),
    program: `${PROGRAM.name} ${PROGRAM.version}`,
    redact: await redaction(
      parts,
      workspace,
      shared.map(({ run }) => run),
    ),
  });
}

/** As of the support bundle; the uids that the runs are about stay, since the file would say nothing without them. */
async function redaction(
  parts: AppParts,
  workspace: string,
  runs: readonly RunView[],
): Promise<(text: string) => string> {
  const { people, descriptions } = await peopleOf(parts, workspace);
  const about = new Set(runs.flatMap(({ referral, authorization, meters }) => [referral, authorization, ...meters]));
  return fileRedactor({
    secrets: await parts.connections.secretTexts(),
    people: people.filter((text) => !about.has(text)),
    descriptions,
  });
}
