/**
 * How a question is answered: lists, charts, key figures, tables, coverage and bills, each from the stored rows by SQL, and
 * the user's decisions about how they are read, tags and groups. Pictures and numbers take their readings from one place
 * (`readings-between.ts`), so that they agree. Nothing is written here but decisions, tags, groups and files that are taken out.
 */
import { analysisHandlers } from './analysis.ts';
import { attachmentHandlers } from './attachments.ts';
import { attentionHandlers } from './attention.ts';
import { billHandlers } from './bills.ts';
import { coverageHandlers } from './coverage.ts';
import { documentHandlers } from './documents.ts';
import { entryHandlers } from './entries.ts';
import { fileHandlers } from './files.ts';
import { groupHandlers } from './groups.ts';
import { overviewHandlers } from './overview.ts';
import { originHandlers } from './overview-origins.ts';
import { portfolioHandlers } from './portfolio.ts';
import { problemHandlers } from './problem-lists.ts';
import { rankingHandlers } from './ranking.ts';
import { rateHandlers } from './rates.ts';
import { requestListHandlers } from './request-list.ts';
import { runGridHandlers } from './run-grid.ts';
import { seriesHandlers } from './series.ts';
import { sumHandlers } from './summed.ts';
import { tagHandlers } from './tags.ts';
import { usageHandlers } from './usage.ts';

export const questionHandlers = {
  ...portfolioHandlers,
  ...entryHandlers,
  ...problemHandlers,
  ...documentHandlers,
  ...seriesHandlers,
  ...usageHandlers,
  ...analysisHandlers,
  ...rateHandlers,
  ...attachmentHandlers,
  ...billHandlers,
  ...coverageHandlers,
  ...overviewHandlers,
  ...originHandlers,
  ...sumHandlers,
  ...fileHandlers,
  ...runGridHandlers,
  ...groupHandlers,
  ...attentionHandlers,
  ...tagHandlers,
  ...rankingHandlers,
  ...requestListHandlers,
};
