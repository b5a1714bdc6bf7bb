/** Every call of the protocol and who answers it. */
import type { EngineCalls } from '../protocol.ts';
import type { Handlers } from './context.ts';
import { eventHandlers } from './event-log/events.ts';
import { exportHandlers } from './export/export.ts';
import { ingestHandlers } from './intake/ingest.ts';
import { analysisHandlers } from './questions/analysis.ts';
import { attachmentHandlers } from './questions/attachments.ts';
import { billHandlers } from './questions/bills.ts';
import { coverageHandlers } from './questions/coverage.ts';
import { entryHandlers } from './questions/entries.ts';
import { fileHandlers } from './questions/files.ts';
import { portfolioHandlers } from './questions/portfolio.ts';
import { rateHandlers } from './questions/rates.ts';
import { seriesHandlers } from './questions/series.ts';
import { usageHandlers } from './questions/usage.ts';
import { recordHandlers } from './records/records.ts';
import { resourceHandlers } from './records/resources.ts';
import { runHandlers } from './records/runs.ts';
import { serviceRecordHandlers } from './records/service-records.ts';
import { storeHandlers } from './records/settings.ts';

export const handlers: Handlers<EngineCalls> = {
  ...storeHandlers,
  ...ingestHandlers,
  ...portfolioHandlers,
  ...entryHandlers,
  ...seriesHandlers,
  ...usageHandlers,
  ...analysisHandlers,
  ...rateHandlers,
  ...attachmentHandlers,
  ...billHandlers,
  ...coverageHandlers,
  ...fileHandlers,
  ...recordHandlers,
  ...exportHandlers,
  ...eventHandlers,
  ...runHandlers,
  ...resourceHandlers,
  ...serviceRecordHandlers,
};
