/** Runs as an HTML file to give to others: gathers what is known of them, and takes out what is secret or personal. */
import type { RunView } from '#shared/contract/scenarios.ts';
import { fileRedactor } from '../diagnostics/index.ts';
import type { StoredRecord } from '../engine/index.ts';
import { htmlReport, requestsOfRun, type SharedRun, type StoredRun } from '../support-desk/index.ts';
import { peopleOf } from './diagnosis.ts';
import type { AppParts } from './parts.ts';
import { PROGRAM } from './version.ts';

/** Requests of one run that go in, the newest; what acts on the service (POST) goes in beside them, however old. */
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
    shared.push({ run: view, seen: observation, ...(await requestsFor(engine, workspace, view)) });
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

/** Looks are many, and the newest tell most; the submission is among the oldest, and must be there. */
async function requestsFor(
  engine: AppParts['engine'],
  workspace: string,
  run: RunView,
): Promise<Pick<SharedRun, 'requests' | 'unshownRequests'>> {
  const asked = { workspace, limit: MAX_REQUESTS, about: requestsOfRun(run) };
  const { rows: newest, matching } = await engine.call('requests.list', asked);
  if (matching <= newest.length) return { requests: newest, unshownRequests: 0 };
  const { rows: acting } = await engine.call('requests.list', { ...asked, filters: { method: ['POST'] } });
  const requests = [...new Map([...newest, ...acting].map((request) => [request.id, request])).values()];
  return { requests, unshownRequests: matching - requests.length };
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
