import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventHandlers } from '../../../../electron/app/handlers/events.ts';
import { DEFAULT_SETTINGS, settingsInFolder } from '../../../../electron/events/event-settings.ts';
import { EventsService } from '../../../../electron/events/events-service.ts';
import type { EventsApi } from '../../../../electron/events/ports.ts';
import { DataFiles } from '../../../../electron/host/data-files.ts';
import { AppError } from '../../../../shared/errors.ts';
import { quietPorts, someApi } from '../../events/memory-log.ts';
import { sent } from '../../events/sample.ts';
import { partsWith } from './parts.ts';

/** Nothing polls by itself here. */
const SETTINGS = { ...DEFAULT_SETTINGS, poll: { enabled: false, everySeconds: 60 } };

let folder: string;
let service: EventsService;
let asked: [string, Record<string, unknown>][];
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'events-'));
  asked = [];
});
afterEach(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

interface Choices {
  api?: EventsApi;
  secret?: string;
  /** Where the user saves to; without it there is no dialog. */
  save?: (suggested: string) => string | undefined;
}

/** The real event log of one workspace, over a store that has nothing yet. */
async function bench({ api = someApi, secret, save }: Choices = {}) {
  const fresh = (pages: { events: { uid: string; type: string }[]; way: string }[]) =>
    pages.flatMap(({ events, way }) => events.map(({ uid, type }) => ({ seq: 1, uid, type, way, hole: false })));
  const answers: Record<string, (input: never) => unknown> = {
    'events.summary': () => ({ total: 0, newest: 0, holes: { polls: 0, events: 0 }, signatureFailures: { count: 0 } }),
    'events.commit': ({ pages }: { pages: never }) => ({ fresh: fresh(pages), newest: 1, deliveryIds: [] }),
    'events.unconfirmed': () => [],
    'events.export': () => ({ events: 7 }),
    'deliveries.raw': () => ({ headers: [], body: new Uint8Array(), answer: 200 }),
  };
  const engine = {
    call: (async (name: string, input: never) => {
      asked.push([name, input]);
      return answers[name]?.(input);
    }) as never,
  };
  service = new EventsService(
    { ...quietPorts(engine, api), webhookSecret: async () => secret },
    settingsInFolder(new DataFiles(folder), () => SETTINGS),
  );
  await service.open('demo');
  return eventHandlers(
    partsWith({
      engine,
      events: { service },
      host: {
        paths: { data: folder },
        capabilities: { saveDialog: save !== undefined },
        chooseSavePath: async ({ suggested }: { suggested: string }) => save?.(suggested),
      },
    }),
  );
}

describe('an export of events', () => {
  const selection = {
    workspace: 'demo',
    filter: { types: ['meter_created'] },
    order: 'happened' as const,
    rawText: true,
  };

  it('writes what the list shows, to the file that the user chose', async () => {
    const handlers = await bench({ save: (suggested) => `/chosen/${suggested}` });
    const file = '/chosen/events-demo.csv';
    expect(await handlers['events.export']({ ...selection, format: 'csv' })).toEqual({ path: file, events: 7 });
    expect(asked.find(([name]) => name === 'events.export')?.[1]).toEqual({ ...selection, format: 'csv', file });
  });

  it('writes nothing when they changed their mind', async () => {
    const handlers = await bench({ save: () => undefined });
    expect(await handlers['events.export']({ ...selection, format: 'csv' })).toBeUndefined();
    expect(asked.map(([name]) => name)).not.toContain('events.export');
  });

  it('goes to a folder of its own where there is no dialog, each to a new file', async () => {
    const answer = await (await bench())['events.export']({ ...selection, format: 'ndjson' });
    expect(path.dirname(answer?.path ?? '')).toBe(path.join(folder, 'exports'));
    expect(path.basename(answer?.path ?? '')).toMatch(/^events-demo-\d{4}(-\d\d){5}\.ndjson$/);
    expect(await readdir(folder)).toContain('exports');
  });
});

describe('the settings of a log', () => {
  it('say whether there is a secret, and never the secret', async () => {
    expect(await (await bench())['events.settings']({ workspace: 'demo' })).toMatchObject({ hasSecret: false });
    await service.close();
    const answer = await (await bench({ secret: 'shh-it-is-secret' }))['events.settings']({ workspace: 'demo' });
    expect(answer).toEqual({ settings: SETTINGS, receiver: { state: 'off', addresses: [] }, hasSecret: true });
    expect(JSON.stringify(answer)).not.toContain('shh');
  });

  it('are kept, for this start and the next, and by a new address as well', async () => {
    const handlers = await bench();
    const settings = { ...SETTINGS, rules: { syncOnBills: true, syncOnIntervals: false } };
    await handlers['events.setSettings']({ workspace: 'demo', settings });
    const first = await settingsInFolder(new DataFiles(folder)).load('demo');
    await handlers['events.renewAddress']({ workspace: 'demo' });
    const second = await settingsInFolder(new DataFiles(folder)).load('demo');
    expect([first.settings, second.settings]).toEqual([settings, settings]);
    expect(second.token).not.toBe(first.token);
    expect(await handlers['events.settings']({ workspace: 'demo' })).toMatchObject({ settings });
  });

  it('of a workspace without a log are refused', async () => {
    const asking = (await bench())['events.settings']({ workspace: 'files' });
    await expect(asking).rejects.toMatchObject({ code: 'events_off' });
  });
});

describe('the service', () => {
  it('is polled at once when the user wants it, and the health knows of it', async () => {
    const handlers = await bench({
      api: { ...someApi, list: async () => ({ events: [sent(1), sent(2)], next: undefined }) },
    });
    expect(await handlers['events.pollNow']({ workspace: 'demo' })).toMatchObject({ fresh: 2 });
    expect(await handlers['events.health']({ workspace: 'demo' })).toMatchObject({
      lastHeard: { way: 'poll' },
      poll: { enabled: false, everyMs: 60_000, lastOkAt: expect.any(Number) },
    });
  });

  it('is asked for one event by its uid, which is kept', async () => {
    const handlers = await bench();
    expect(await handlers['events.lookup']({ workspace: 'demo', uid: 'event-5' })).toEqual({
      fresh: true,
      isSame: true,
    });
    const [, commit] = asked.findLast(([name]) => name === 'events.commit') ?? [];
    expect(commit).toMatchObject({ workspace: 'demo', pages: [{ events: [{ uid: 'event-5' }] }] });
  });

  it('refuses one mark and takes the others: each event has its answer', async () => {
    const refusal = new AppError({ code: 'not_found', message: 'There is none.' });
    const handlers = await bench({
      api: {
        ...someApi,
        markDelivered: async (uid) => {
          if (uid === 'event-2') throw refusal;
          return { uid };
        },
      },
    });
    const uids = ['event-1', 'event-2', 'event-3'];
    expect(await handlers['events.markDelivered']({ workspace: 'demo', uids })).toEqual([
      { uid: 'event-1', ok: true },
      { uid: 'event-2', ok: false, error: 'There is none.' },
      { uid: 'event-3', ok: true },
    ]);
    expect(asked.filter(([name]) => name === 'events.setDelivered')).toMatchObject([
      ['events.setDelivered', { uids: ['event-1', 'event-3'], delivered: true }],
    ]);
  });
});

describe('the rehearsal bench', () => {
  const rehearsal = {
    workspace: 'demo',
    type: 'meter_created',
    count: 1,
    perRequest: 1,
    repeat: 1,
    shuffle: false,
    breakage: 'none',
  } as const;

  it('sends nothing where no receiver listens', async () => {
    const sending = (await bench())['rehearsal.send'](rehearsal);
    await expect(sending).rejects.toMatchObject({ code: 'receiver_off' });
  });

  it.each(['https://service.test/webhook', 'http://192.168.1.9/webhook', 'file:///etc/hosts'])(
    'replays nothing to %s',
    async (url) => {
      const replay = (await bench())['rehearsal.replay']({ workspace: 'demo', id: 1, url });
      await expect(replay).rejects.toMatchObject({ code: 'not_local' });
    },
  );
});
