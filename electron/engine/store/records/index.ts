/**
 * What the program itself keeps beside the data: jobs, the request log, cursors, test submissions and collections, what the
 * JSON API said of meters, and settings. Rows go in and come out as they are; what they mean is known elsewhere.
 */
import { recordHandlers } from './records.ts';
import { requestHandlers } from './requests.ts';
import { resourceHandlers } from './resources.ts';
import { runHandlers } from './runs.ts';
import { serviceRecordHandlers } from './service-records.ts';
import { storeHandlers } from './settings.ts';

export const recordsHandlers = {
  ...storeHandlers,
  ...recordHandlers,
  ...requestHandlers,
  ...runHandlers,
  ...resourceHandlers,
  ...serviceRecordHandlers,
};
