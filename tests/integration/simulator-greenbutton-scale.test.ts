/** Issue 3, item 9: a batch of 1 GB streams with flat memory, and the service hears others meanwhile. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const MB = 1_000_000;

// The memory of another process is read from /proc, so this runs on Linux only.
describe.skipIf(!existsSync('/proc/self/status'))('a batch of 1 GB (skipped without /proc)', () => {
  let child: ChildProcess;
  let line: { espi_base: string; authorizations: { auth_uid: string; access_token: string; meters: string[] }[] };

  beforeAll(async () => {
    const entry = new URL('../../electron/simulator/process.ts', import.meta.url).pathname;
    const flags = ['--port', '0', '--seed', '1', '--portfolio', '1000', '--batch-threshold', '1000000000000', '--json'];
    child = spawn(process.execPath, [entry, ...flags], { stdio: ['ignore', 'pipe', 'inherit'] });
    const { stdout } = child;
    if (!stdout) throw new Error('The child has no stdout.');
    line = JSON.parse(await new Promise<string>((resolve) => createInterface({ input: stdout }).once('line', resolve)));
  });
  afterAll(async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  });

  /** Resident memory of the service, MB. */
  const memory = (): number =>
    (Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) * 1024) / MB;

  it('arrives whole, in memory that stays flat after a while, and lets other requests through', async () => {
    const campus = line.authorizations.find((one) => one.meters.length === 60);
    const headers = { authorization: `Bearer ${campus?.access_token}` };
    const response = await fetch(`${line.espi_base}/Batch/Subscription/${campus?.auth_uid}`, { headers });
    expect(response.status).toBe(200);
    let bytes = 0;
    // The collector lets the heap grow to a size of its own first; what counts is that it does not go on.
    const most = { firstHalf: 0, secondHalf: 0 };
    let others = 0;
    let nextLook = 100 * MB;
    let tail = '';
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length;
      tail = new TextDecoder().decode(chunk.slice(-20));
      if (bytes < nextLook) continue;
      nextLook += 100 * MB;
      const half = bytes < 550 * MB ? 'firstHalf' : 'secondHalf';
      most[half] = Math.max(most[half], memory());
      const other = await fetch(`${line.espi_base}/ReadServiceStatus`, { headers });
      if (other.status === 200) others += 1;
      await other.body?.cancel();
    }
    expect(bytes).toBeGreaterThan(1000 * MB);
    expect(tail.trimEnd().endsWith('</feed>')).toBe(true);
    expect(others).toBeGreaterThanOrEqual(10);
    expect(most.secondHalf - most.firstHalf).toBeLessThan(100);
    expect(most.secondHalf).toBeLessThan(500);
  });
});
