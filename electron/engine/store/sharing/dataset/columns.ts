/** The columns of the readings of a data set: those of the view `readings` (docs/store.md), and two more. */
import { COLUMNS } from '../../export/column-meanings.ts';

/** It changes when a column gets another name, type or meaning. Later versions may add columns at the end. */
export const SCHEMA_VERSION = 1;

const { readings } = COLUMNS;

/** What each column is, in the order of the files. */
export const READINGS = {
  usage_point: 'Id of the usage point: meters.usage_point.',
  series_id: 'Id of the series: series.series_id.',
  series: readings?.series,
  start_utc: 'Start of the reading, an instant. Empty outside of the years 1 to 9999.',
  start_local: "The same by the meter's own clock, a time without a zone. Empty before 1970 and after 2069.",
  utc_offset_seconds: "What the meter's own clock was ahead of UTC, in seconds.",
  start_epoch: readings?.start_epoch,
  duration_seconds: readings?.duration_seconds,
  value: readings?.value,
  unit: readings?.unit,
  raw_value: readings?.raw_value,
  cost: readings?.cost,
  currency: readings?.currency,
  quality: readings?.quality,
  quality_code: readings?.quality_code,
  tou: readings?.tou,
  tier: readings?.tier,
  cpp: readings?.cpp,
  export: 'Number of the export that wrote the row. Of rows with one key only the one with the greatest counts.',
  deleted: 'True: there is no such reading any more. Its value, costs and quality are empty.',
  commodity: 'Kind of service of the usage point. The name of a folder.',
  year: 'Year of start_local. The name of a folder; __HIVE_DEFAULT_PARTITION__ where start_local is empty.',
  month: 'Month of start_local, 1 to 12. The name of a folder.',
} as const;

/** Columns of the view. */
export const FROM_VIEW = [
  'usage_point',
  'series_id',
  'series',
  'start_utc',
  'start_local',
  'utc_offset_seconds',
  'start_epoch',
  'duration_seconds',
  'value',
  'unit',
  'raw_value',
  'cost',
  'currency',
  'quality',
  'quality_code',
  'tou',
  'tier',
  'cpp',
] as const;

/** What tells a reading from the others of its partition; a meter may count by bucket, so that three rows begin together. */
export const KEY = ['series_id', 'start_epoch', 'tou', 'tier', 'cpp'] as const;

/** Columns that are empty in a row that says that there is no such reading any more. */
export const EMPTY_IF_DELETED: readonly string[] = [
  'value',
  'raw_value',
  'cost',
  'currency',
  'quality',
  'quality_code',
];

/** How a reader sees only the newest, in SQL. */
export const NEWEST = `SELECT * FROM (SELECT *, row_number() OVER (PARTITION BY commodity, year, month, ${KEY.join(', ')} ORDER BY export DESC) AS place FROM readings) WHERE place = 1 AND NOT deleted`;
