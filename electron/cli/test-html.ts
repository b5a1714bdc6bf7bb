/** Keeps what the runs of a command find and ask for, and writes it as one HTML page. */
import type { RunView } from '#shared/contract/scenarios.ts';
import { PROGRAM } from '../app/version.ts';
import { fileRedactor } from '../diagnostics/index.ts';
import type { RequestView } from '../http/index.ts';
import { htmlReport, isAbout, requestsOfRun, type StoredRun } from '../support-desk/index.ts';
import type { Target } from './target.ts';

export interface WatchedRuns {
  keep(run: StoredRun): void;
  html(runs: readonly RunView[]): Promise<string>;
}

/** Watches from now on. */
export function watchRuns({ name, apiBase, secretTexts, requests }: Target): WatchedRuns {
  const sent: RequestView[] = [];
  const newest = new Map<string, StoredRun>();
  requests.addSink({ record: (request) => void sent.push(request) });
  return {
    keep: (run) => void newest.set(run.view.id, run),
    html: async (runs) => {
      const redact = fileRedactor({ secrets: await secretTexts(), people: [], descriptions: [] });
      const shared = runs.map((run) => ({
        run,
        seen: newest.get(run.id)?.observation,
        requests: sent.filter((request) => isAbout(request, requestsOfRun(run))),
        unshownRequests: 0,
      }));
      return htmlReport(shared, {
        workspace: name,
        baseUrl: apiBase,
        at: Date.now(),
        program: `${PROGRAM.name} ${PROGRAM.version}`,
        redact,
      });
    },
  };
}
