/** The job of docs/ci.md does what it promises, word for word; only the port of its endpoint is a free one here. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The lines of the first `run: |` of a text, without their indentation. */
function script(text: string): string {
  const lines = text.split('\n');
  const begin = lines.findIndex((line) => /^\s*run: \|$/.test(line));
  const indentation = /^\s*/.exec(lines[begin + 1] ?? '')?.[0] ?? '';
  const end = lines.findIndex((line, index) => index > begin && line !== '' && !line.startsWith(indentation));
  return lines
    .slice(begin + 1, end)
    .map((line) => line.slice(indentation.length))
    .join('\n');
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== 'object' || address === null) throw new Error('There is no port.');
  return address.port;
}

/** As the steps of a job are run. @returns the exit code and all that was printed */
async function runStep(text: string, folder: string): Promise<{ code: number | null; output: string }> {
  const step = path.join(folder, 'step.sh');
  await writeFile(step, text);
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', step], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (piece) => {
      output += piece;
    });
  }
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output };
}

// A step is a script for bash.
it.skipIf(process.platform === 'win32')(
  'the job of the documentation is green against the simulator, and leaves nothing running',
  async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'meterscope-ci-'));
    try {
      // In the place of the repository after `npm ci`: the same command, from the source.
      const scripts = { meterscope: `node ${path.join(ROOT, 'electron', 'cli.ts')}` };
      await writeFile(path.join(folder, 'package.json'), JSON.stringify({ type: 'module', scripts }));
      const job = script(await readFile(path.join(ROOT, 'docs', 'ci.md'), 'utf8'));
      expect(job).toContain('8089');
      const { code, output } = await runStep(job.replaceAll('8089', String(await freePort())), folder);
      expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('4 of 4 passed') });
      expect(output).toMatch(/^finished /m);
      expect(output).toMatch(/20 events to .*: answered 200/);
      expect(output).toMatch(/^401 in \d+ ms/m);
      expect(await readFile(path.join(folder, 'junit.xml'), 'utf8')).toContain('tests="4" failures="0" errors="0"');
      expect(await readFile(path.join(folder, 'report.html'), 'utf8')).toContain('residential');
      // The simulator went with the step.
      const { base_url: address } = JSON.parse(await readFile(path.join(folder, 'service.json'), 'utf8'));
      await expect(fetch(address)).rejects.toThrow();
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
  180_000,
);
