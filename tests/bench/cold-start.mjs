/**
 * `node tests/bench/cold-start.mjs [--runs N] [--json FILE]`: from starting the process to a usable window (a chart with
 * data), over the runtime's own floor: an empty program with one empty window, measured in turns in the same run.
 * The data folder is filled once before; the first start of all, with its first sync, is reported by itself. On Linux it
 * also prints the memory of all processes at that moment (proportional set size). `--root DIR` measures another checkout that is built.
 */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(option('--root') ?? path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..'));
const require = createRequire(import.meta.url);
const runs = Number(option('--runs') ?? 5);
const electron = path.join(
  process.env.ELECTRON_OVERRIDE_DIST_PATH ?? path.join(path.dirname(require.resolve('electron/package.json')), 'dist'),
  process.platform === 'win32'
    ? 'electron.exe'
    : process.platform === 'darwin'
      ? 'Electron.app/Contents/MacOS/Electron'
      : 'electron',
);
if (!existsSync(electron)) {
  console.error('No Electron runtime was found; set ELECTRON_OVERRIDE_DIST_PATH.');
  process.exit(1);
}
const folder = await mkdtemp(path.join(os.tmpdir(), 'meterscope-cold-'));
const flags = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

try {
  const empty = await emptyProgram(path.join(folder, 'empty'));
  const data = path.join(folder, 'data');
  const first = await ours(data);
  const floor = [];
  const usable = [];
  const floorMemory = [];
  const memory = [];
  // In turns, so that both see the same machine.
  for (let run = 0; run < runs; run += 1) {
    const bare = await started([...flags, empty], {}, path.join(folder, `empty-${run}`));
    const whole = await ours(data);
    floor.push(bare.ms);
    usable.push(whole.ms);
    floorMemory.push(bare.megabytes);
    memory.push(whole.megabytes);
  }
  const result = {
    runs,
    firstStartMs: Math.round(first.ms),
    floorMs: Math.round(median(floor)),
    usableMs: Math.round(median(usable)),
    overFloorMs: Math.round(median(usable) - median(floor)),
    floorMegabytes: Math.round(median(floorMemory)),
    megabytes: Math.round(median(memory)),
    ratio: Number((median(usable) / median(floor)).toFixed(2)),
  };
  console.log(`first start of all, with its sync   ${result.firstStartMs} ms`);
  console.log(`empty program, window shown         ${result.floorMs} ms (median of ${runs})`);
  console.log(`usable window                       ${result.usableMs} ms (${result.ratio} x)`);
  console.log(`over the floor                      ${result.overFloorMs} ms (budget 300, stretch 200)`);
  if (result.megabytes > 0)
    console.log(
      `memory then                         ${result.megabytes} MB; the empty program ${result.floorMegabytes} MB`,
    );
  const file = option('--json');
  if (file) await writeFile(file, `${JSON.stringify(result, null, 2)}\n`);
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

function option(name) {
  const at = process.argv.indexOf(name);
  return at >= 0 ? process.argv[at + 1] : undefined;
}

/** One window with the same settings as ours, and nothing in it. */
async function emptyProgram(where) {
  await mkdir(where, { recursive: true });
  await writeFile(path.join(where, 'package.json'), '{"name":"empty","main":"main.cjs"}');
  await writeFile(
    path.join(where, 'main.cjs'),
    `const { app, BrowserWindow } = require('electron');
const fs = require('node:fs');
app.setPath('userData', process.env.COLD_DATA);
app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1360, height: 860, show: false, webPreferences: { sandbox: true, contextIsolation: true } });
  window.once('ready-to-show', () => { window.show(); fs.writeFileSync(process.env.COLD_MARK, String(Date.now())); });
  window.loadURL('data:text/html,<p>empty');
});`,
  );
  return where;
}

/** Our program until its page says that it is usable; it writes that into its log. */
async function ours(data) {
  const log = path.join(data, 'logs', 'meterscope.log');
  const before = existsSync(log) ? readFileSync(log, 'utf8').length : 0;
  // As start.mjs does it.
  const args = [...flags, '-r', path.join(root, 'dist/electron/main.cjs'), root];
  return await started(args, { METERSCOPE_DATA: data }, path.join(folder, 'unused'), () => {
    const fresh = existsSync(log) ? readFileSync(log, 'utf8').slice(before) : '';
    const line = fresh.split('\n').find((text) => text.includes('"what":"Usable"'));
    return line ? Date.parse(JSON.parse(line).at) : undefined;
  });
}

/** From the start of the process to its mark, and the memory of it and its children then. */
async function started(args, env, data, look) {
  const mark = path.join(folder, 'mark');
  await rm(mark, { force: true });
  const from = Date.now();
  const child = spawn(electron, args, {
    env: { ...process.env, ...env, COLD_MARK: mark, COLD_DATA: data },
    stdio: 'ignore',
  });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  const read = look ?? (() => (existsSync(mark) ? Number(readFileSync(mark, 'utf8')) || undefined : undefined));
  const deadline = from + 120_000;
  let at = read();
  for (; at === undefined; at = read()) {
    if (Date.now() > deadline || child.exitCode !== null) throw new Error(`It did not start: ${args.join(' ')}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const megabytes = memoryOf(child.pid);
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await gone;
  clearTimeout(timer);
  return { ms: at - from, megabytes };
}

/** Of a process and all below it, what is shared with others in part; 0 where the system has no /proc. */
function memoryOf(pid) {
  if (process.platform !== 'linux') return 0;
  const parents = new Map();
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    const parent = Number(/\) \S (\d+)/.exec(readProc(name, 'stat'))?.[1]);
    parents.set(parent, [...(parents.get(parent) ?? []), Number(name)]);
  }
  const tree = [pid];
  for (const one of tree) tree.push(...(parents.get(one) ?? []));
  const kilobytes = tree.map((one) => Number(/^Pss:\s+(\d+)/m.exec(readProc(one, 'smaps_rollup'))?.[1] ?? 0));
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1024;
}

/** Empty where the process has ended meanwhile. */
function readProc(pid, name) {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
