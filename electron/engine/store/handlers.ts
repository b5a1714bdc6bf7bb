/** Every call of the protocol and the room that answers it. */
import type { EngineCalls } from '../protocol.ts';
import type { Handlers } from './context.ts';
import { eventLogHandlers } from './event-log/index.ts';
import { exportHandlers } from './export/index.ts';
import { intakeHandlers } from './intake/index.ts';
import { queryHandlers } from './query/index.ts';
import { questionHandlers } from './questions/index.ts';
import { recordsHandlers } from './records/index.ts';
import { sharingHandlers } from './sharing/index.ts';

export const handlers: Handlers<EngineCalls> = {
  ...intakeHandlers,
  ...questionHandlers,
  ...queryHandlers,
  ...exportHandlers,
  ...sharingHandlers,
  ...eventLogHandlers,
  ...recordsHandlers,
};
