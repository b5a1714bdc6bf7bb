/** Test submissions and historical collections: the area's public surface. */
export { type ScenarioEntry, scenarioCatalogue } from './catalogue.ts';
export { HistoricalCollections, type StoredCollection } from './collections.ts';
export { reasonInWords } from './reasons.ts';
export { jsonReport, junitReport, runMarkdown } from './report.ts';
export { isOver, type StoredRun } from './run-records.ts';
export { ScenarioRuns } from './runs.ts';
export { VERDICT_LIMITS, type VerdictLimits } from './verdict.ts';
