import { AppError } from '#shared/errors.ts';
import type { ExportCalls } from '../calls/export.ts';
import type { Handlers } from './context.ts';
export const exportHandlers: Handlers<ExportCalls> = {
  'export.run': () => {
    throw new AppError({ code: 'not_yet', message: 'no' });
  },
};
