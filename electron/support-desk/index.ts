/** Test submissions and historical collections: the area's public surface. */
export { type ScenarioEntry, scenarioCatalogue } from './catalogue.ts';
export { HistoricalCollections, type StoredCollection } from './collections.ts';
export { reasonInWords } from './reasons.ts';
export { jsonReport, junitReport, runMarkdown } from './report.ts';
export { isOver, ScenarioRuns, type StoredRun } from './runs.ts';
export { VERDICT_LIMITS, type VerdictLimits } from './verdict.ts';
