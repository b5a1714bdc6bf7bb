import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Agent, request } from 'undici';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { signatureOf } from '../../electron/events/receiving/signature.ts';
import { sent } from '../unit/events/sample.ts';
import { prepareSettings } from './events-bench.ts';
import { Program } from './events-program.ts';

/** The number is 60 (METERSCOPE_LOAD_SECONDS). */
const SECONDS = Number(process.env.METERSCOPE_LOAD_SECONDS ?? 3);
const PER_SECOND = 1_000;
/** Of the program between the first tenth of the load and its end, in bytes: buffers of a garbage collector, no queue. */
const MEMORY_GROWTH = 120 * 1024 * 1024;

let folder: string;
let app: Program;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'events-load-'));
  prepareSettings(folder);
  app = new Program(folder, null);
});

afterEach(async () => {
  await app.kill();
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

it(
  `keeps ${PER_SECOND} signed deliveries a second for ${SECONDS} s: none lost, each once, memory flat`,
  async () => {
    const address = await app.address();
    const agent = new Agent({ connections: 64 });
    const total = PER_SECOND * SECONDS;
    const statuses = new Map<number, number>();
    let answered = 0;
    const send = async (n: number) => {
      const body = new TextEncoder().encode(JSON.stringify({ events: [sent(n)], next: null }));
      const { statusCode, body: said } = await request(address, {
        method: 'POST',
        dispatcher: agent,
        headers: {
          'content-type': 'application/json',
          'x-service-webhook-salt': 'salt',
          'x-service-webhook-signature': signatureOf('secret', 'salt', body),
        },
        body,
      });
      await said.dump();
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
      answered += 1;
    };
    const startedAt = performance.now();
    let begun = 0;
    let early: Promise<number> | undefined;
    // By the clock: what is due is sent, whether the last ones were answered or not (but not more than a second ahead).
    await new Promise<void>((resolve, reject) => {
      const timer = setInterval(() => {
        const due = Math.floor(((performance.now() - startedAt) / 1000) * PER_SECOND);
        for (; begun < Math.min(total, due, answered + PER_SECOND); begun += 1) send(begun).catch(reject);
        if (early === undefined && begun > total / 10) {
          early = app.ask<number>('memory');
          early.catch(reject);
        }
        if (answered < total) return;
        clearInterval(timer);
        resolve();
      }, 10);
    });
    const seconds = (performance.now() - startedAt) / 1000;
    // One question after the other: their answers do not say which they belong to.
    const before = (await early) ?? 0;
    const late = await app.ask<number>('memory');
    await agent.close();
    expect([...statuses]).toEqual([[200, total]]);
    expect(await app.ask<number>('total')).toBe(total);
    expect(new Set(await app.ask<string[]>('uids')).size).toBe(total);
    const megabytes = (bytes: number) => Math.round(bytes / 1e6);
    console.log(
      `${total} deliveries in ${seconds.toFixed(1)} s; memory ${megabytes(before)} MB early, ${megabytes(late)} MB at the end`,
    );
    expect(late - before).toBeLessThan(MEMORY_GROWTH);
  },
  SECONDS * 5_000 + 60_000,
);
