/** Test submissions and historical collections: the area's public surface. */
export { type ScenarioEntry, scenarioCatalogue } from './catalogue.ts';
export { HistoricalCollections, type StoredCollection } from './collections.ts';
export { htmlReport } from './html-report.ts';
export { reasonInWords } from './reasons.ts';
export { jsonReport, junitReport, runMarkdown } from './report.ts';
export type { RunRequest } from './run-parts.ts';
export { isOver, type StoredRun } from './run-records.ts';
export { isAbout, requestsOfRun } from './run-requests.ts';
export { ScenarioRuns } from './runs.ts';
export { scenarioFileOf, scenarioFileText } from './scenario-files/export.ts';
export { previewOf } from './scenario-files/preview.ts';
export { readScenarioFile } from './scenario-files/read.ts';
export { BatchSchedules, type StoredSchedule } from './schedules.ts';
export type { SharedRun } from './shared-run.ts';
export { VERDICT_LIMITS, type VerdictLimits } from './verdict/verdict.ts';
