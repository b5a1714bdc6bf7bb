/** Every call of the protocol and who answers it. */
import type { EngineCalls } from '../protocol.ts';
import { analysisHandlers } from './analysis.ts';
import { attachmentHandlers } from './attachments.ts';
import { billHandlers } from './bills.ts';
import type { Handlers } from './context.ts';
import { coverageHandlers } from './coverage.ts';
import { entryHandlers } from './entries.ts';
import { eventHandlers } from './events.ts';
import { exportHandlers } from './export/export.ts';
import { fileHandlers } from './files.ts';
import { ingestHandlers } from './ingest.ts';
import { portfolioHandlers } from './portfolio.ts';
import { rateHandlers } from './rates.ts';
import { recordHandlers } from './records.ts';
import { resourceHandlers } from './resources.ts';
import { runHandlers } from './runs.ts';
import { seriesHandlers } from './series.ts';
import { serviceRecordHandlers } from './service-records.ts';
import { storeHandlers } from './settings.ts';
import { usageHandlers } from './usage.ts';

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
