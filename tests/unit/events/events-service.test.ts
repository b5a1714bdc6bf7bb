import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { settingsInFolder } from '../../../electron/events/event-settings.ts';
import { EventsService } from '../../../electron/events/events-service.ts';
import { DataFiles } from '../../../electron/host/index.ts';
import { quietPorts } from './memory-log.ts';

let folder: string;
let service: EventsService;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'events-service-'));
  const ports = quietPorts({
    call: () => Promise.reject(new AppError({ code: 'store_unreadable', message: 'It is no database.' })),
  });
  service = new EventsService(ports, settingsInFolder(new DataFiles(folder)));
});

afterEach(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

const codeOf = () => service.of('demo').catch((error: AppError) => error.code);

it('says that a log opens later, why it did not open, and that there is none', async () => {
  expect(await codeOf()).toBe('events_off');
  let start = () => {};
  const opening = service.openWhen(new Promise<void>((resolve) => (start = resolve)), 'demo');
  await expect(service.of('demo')).rejects.toMatchObject({
    code: 'events_starting',
    message: expect.stringContaining('still starting'),
  });
  start();
  await expect(opening).rejects.toMatchObject({ code: 'store_unreadable' });
  await expect(service.of('demo')).rejects.toMatchObject({
    code: 'events_failed',
    message: expect.stringContaining('It is no database.'),
  });
  await service.remove('demo');
  expect(await codeOf()).toBe('events_off');
});
