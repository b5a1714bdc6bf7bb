import type { CollectionView, collectionCalls } from '#shared/contract/collections.ts';
import type { CallOutput } from '#shared/contract/index.ts';
import type { ScenarioFile } from '#shared/contract/scenario-files.ts';
import type { RunView, ScenarioView, scenarioCalls } from '#shared/contract/scenarios.ts';
import { AppError } from '#shared/errors.ts';
import { scenariosOf } from '#shared/scenarios/states.ts';
import type { StoredRecord } from '../../engine/index.ts';
import type { CoreHandlers } from '../../rpc/index.ts';
import {
  jsonReport,
  junitReport,
  previewOf,
  readScenarioFile,
  reasonInWords,
  runMarkdown,
  type ScenarioEntry,
  type StoredCollection,
  type StoredRun,
  scenarioCatalogue,
  scenarioFileOf,
  scenarioFileText,
} from '../../support-desk/index.ts';
import type { AppParts } from '../parts.ts';
import { htmlOfRuns } from '../run-html.ts';
import { startBatch } from '../start-batch.ts';
import { requireWanted } from './require-wanted.ts';

/** Runs of one batch that a report holds. */
const MAX_REPORTED = 10_000;
/** Collections that are followed at a time. */
const MAX_UNDER_WAY = 100;

/** The support desk: test submissions and historical collections. */
export function supportHandlers(parts: AppParts): CoreHandlers<typeof scenarioCalls & typeof collectionCalls> {
  return { ...scenarioHandlers(parts), ...collectionHandlers(parts) };
}

function scenarioHandlers(parts: AppParts): CoreHandlers<typeof scenarioCalls> {
  const { connections, engine, supportDesk } = parts;
  const oneRun = async (workspace: string, id: string) => {
    const record = await engine.call('runs.one', { workspace, id });
    if (record === undefined) throw unknownRun();
    return record;
  };
  const allOf = async (workspace: string, batch: string) => {
    const { rows } = await engine.call('runs.stored', { workspace, kind: 'run', batch, limit: MAX_REPORTED });
    return rows.reverse();
  };
  return {
    'scenarios.catalogue': (input) => catalogue(parts, input.workspace, input.utility),
    'runs.list': (input) => engine.call('runs.lines', input),
    'runs.get': async ({ workspace, id }) => runOf(await oneRun(workspace, id)),
    'runs.start': async ({ workspace, form, utilities, scenarios, paceMs, repeats, file, confirmed }) => {
      await requireWanted(parts, workspace, confirmed);
      requireScenarioOf(file, scenarios);
      const submissions = utilities.flatMap((utility) => scenarios.map((scenario) => ({ utility, scenario })));
      return await startBatch(parts, { workspace, form, submissions, paceMs, repeats, file });
    },
    'runs.candidates': async ({ workspace, id }) => {
      const { utility } = runOf(await oneRun(workspace, id));
      const api = await supportDesk.api(workspace);
      const { items } = await api.authorizations({ isTest: true, utility });
      const { rows } = await engine.call('runs.stored', { workspace, kind: 'run', limit: MAX_REPORTED });
      const makers = new Map(rows.map(runOf).map((run) => [run.authorization, run.id]));
      return items.map(({ uid, created, status, utility: of }) => ({
        authorization: uid,
        created: created ?? undefined,
        utility: of ?? undefined,
        status: status ?? undefined,
        run: makers.get(uid),
      }));
    },
    'runs.adopt': async ({ workspace, id, authorization }) => {
      // Written by this program as a StoredRun.
      const run = (await oneRun(workspace, id)).state as StoredRun;
      await (await supportDesk.runs(workspace)).adopt(run, authorization);
    },
    'runs.followAgain': async ({ workspace, id }) =>
      // Written by this program as a StoredRun.
      (await supportDesk.runs(workspace)).followAgain((await oneRun(workspace, id)).state as StoredRun),
    'runs.judgeNow': async ({ workspace, id }) => (await supportDesk.runs(workspace)).judgeNow(id),
    'runs.cancel': async ({ workspace, id }) => (await supportDesk.runs(workspace)).cancel(id),
    'runs.annotate': async ({ workspace, id, note }) => {
      const runs = await supportDesk.runs(workspace);
      // Written by this program as a StoredRun.
      await runs.annotate(id, note, async () => (await oneRun(workspace, id)).state as StoredRun);
    },
    'runs.scenarioFile': async ({ workspace, id }) => {
      const run = runOf(await oneRun(workspace, id));
      const { formUid, utility } = await connections.ready(workspace);
      return scenarioFileText(scenarioFileOf(run, await supportDesk.limits(), { form: formUid, utility }));
    },
    'scenarioFiles.read': async ({ name, text }) => previewOf(readScenarioFile(text, name), await supportDesk.limits()),
    'runs.markdown': async ({ workspace, id }) => runMarkdown(runOf(await oneRun(workspace, id))),
    'runs.html': async ({ workspace, id }) => htmlOfRuns(parts, workspace, [await oneRun(workspace, id)]),
    'runs.report': async ({ workspace, batch, format }) => {
      const records = await allOf(workspace, batch);
      if (format === 'html') return htmlOfRuns(parts, workspace, records);
      const runs = records.map(runOf);
      return format === 'junit' ? junitReport(runs) : jsonReport(runs);
    },
  };
}

/** A file submits one scenario, which is the one that is asked for. @throws AppError `scenario_unknown` */
function requireScenarioOf(file: ScenarioFile | undefined, scenarios: readonly string[]): void {
  const own = file && scenariosOf(file).join(', ');
  if (own === undefined || own === scenarios.join(', ')) return;
  throw new AppError({
    code: 'scenario_unknown',
    message: `The scenario file submits ${own}, not ${scenarios.join(', ')}.`,
    action: 'Choose the scenario that the file names, or no file.',
  });
}

function collectionHandlers(parts: AppParts): CoreHandlers<typeof collectionCalls> {
  const { engine, supportDesk } = parts;
  return {
    'collections.preview': async ({ workspace, meters, months }) =>
      (await supportDesk.collections(workspace)).preview(meters, months),
    'collections.start': async ({ workspace, meters, months, confirmed }) => {
      await requireWanted(parts, workspace, confirmed);
      const { id } = await (await supportDesk.collections(workspace)).start(meters, months);
      return { id };
    },
    'collections.list': (input) => engine.call('collections.lines', input),
    'collections.underWay': async ({ workspace }) => {
      const asked = { workspace, kind: 'collection', unfinished: true, limit: MAX_UNDER_WAY } as const;
      const { rows } = await engine.call('runs.stored', asked);
      return rows.map(collectionOf).filter(({ state }) => state === 'starting' || state === 'following');
    },
    'collections.get': async ({ workspace, id }) => {
      const record = await engine.call('runs.one', { workspace, id });
      if (record === undefined) throw unknownRun();
      return collectionOf(record);
    },
    'collections.findOut': async ({ workspace, id }) => {
      const record = await engine.call('runs.one', { workspace, id });
      if (record === undefined) throw unknownRun();
      // Written by this program as a StoredCollection.
      return await (await supportDesk.collections(workspace)).findOut(record.state as StoredCollection);
    },
    'collections.cancel': async ({ workspace, id }) => (await supportDesk.collections(workspace)).cancel(id),
  };
}

async function catalogue(
  { connections, supportDesk, log }: AppParts,
  workspaceId: string,
  wanted: string | undefined,
): Promise<CallOutput<'scenarios.catalogue'>> {
  const workspace = await connections.ready(workspaceId);
  const api = await supportDesk.api(workspaceId);
  // Forms and authorizations name the utilities; where the service does not answer, the workspace's own settings are used.
  const forms = await api.forms().catch((error: unknown) => {
    log.error('The forms could not be listed', error);
    return { items: [], next: undefined };
  });
  const known = await api.authorizations().catch(() => ({ items: [] }));
  const utilities = [
    ...new Set([workspace.utility, ...[...forms.items, ...known.items].map(({ utility }) => utility)]),
  ].filter((id) => id != null && id !== '');
  const utility = wanted ?? utilities[0] ?? '';
  return {
    scenarios: scenarioCatalogue(utility, true).map((entry) => scenarioView(entry, workspace.testPrefix)),
    utilities: utilities as string[], // null and empty were filtered out
    forms: forms.items.map(({ uid, utility: of, url }) => ({
      uid,
      title: of ? `${uid}, of ${of}` : uid,
      url: url ?? undefined,
    })),
    utility,
    form: workspace.formUid ?? forms.items[0]?.uid ?? '',
  };
}

function scenarioView({ name, simulates, expectation }: ScenarioEntry, prefix: string | undefined): ScenarioView {
  const { min, max } = expectation.meters;
  const inWords = (steps: readonly (string | readonly string[])[]) =>
    steps.map((step) => (typeof step === 'string' ? step : step.join(' or ')));
  return {
    name,
    simulates,
    group: expectation.group,
    userName: prefix === undefined ? undefined : `${prefix}_TEST_${name}`,
    expected: {
      authorization: expectation.authorization,
      meters: max === undefined ? `at least ${min}` : String(min),
      meter: expectation.meter,
      bills: expectation.bills,
      intervals: expectation.intervals,
      authorizationEvents: inWords(expectation.authorizationEvents),
      meterEvents: inWords(expectation.meterEvents),
      dataEvents: [...expectation.dataEvents],
      mayCome: [...expectation.mayCome],
      forbidden: [...expectation.forbidden],
      reason: expectation.reason ? `${reasonInWords(expectation.reason)}, on ${placeOf(expectation.reason.on)}` : '',
    },
  };
}

const placeOf = (on: 'authorization' | 'meters') => (on === 'meters' ? 'each meter' : 'the authorization');

/** Both were written by this program as what they are read as; the contract's schema checks them again on the way out. */
const runOf = (record: StoredRecord) => record.view as RunView;
const collectionOf = (record: StoredRecord) => record.view as CollectionView;

function unknownRun(): AppError {
  return new AppError({
    code: 'run_unknown',
    message: 'This run does not exist, or no longer exists.',
    action: 'Go back to the list and choose another one.',
  });
}
