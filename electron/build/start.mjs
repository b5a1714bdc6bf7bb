/**
 * `npm start`: the desktop program where an Electron runtime and a display can be had, else the browser host.
 * Says in one line why it fell back, so that nobody wonders where the window is.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const require = createRequire(import.meta.url);
/** How long the first start may take to download Electron's runtime. */
const DOWNLOAD_LIMIT_MS = 180_000;

const rest = process.argv.slice(2);
if (!existsSync(path.join(root, 'dist/electron/main.cjs'))) {
  console.error('The program is not built. Run `npm ci` (or `npm run build`) first.');
  process.exit(1);
}

const why = missingDisplay();
const electron = why ? undefined : await runtime();
if (electron) startDesktop(electron);
else startBrowserHost(why ?? 'no Electron runtime could be had (none installed, and its download failed)');

function missingDisplay() {
  if (process.platform !== 'linux' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY) return undefined;
  return 'there is no display';
}

/** Path of Electron's executable: the one in ELECTRON_OVERRIDE_DIST_PATH, the downloaded one, or a fresh download. */
async function runtime() {
  const executable =
    process.platform === 'darwin'
      ? 'Electron.app/Contents/MacOS/Electron'
      : process.platform === 'win32'
        ? 'electron.exe'
        : 'electron';
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (override) {
    const file = path.join(override, executable);
    return existsSync(file) ? file : undefined;
  }
  const folder = path.dirname(require.resolve('electron/package.json'));
  const file = path.join(folder, 'dist', executable);
  if (existsSync(file)) return file;
  console.log('Fetching the Electron runtime (once) ...');
  const done = await new Promise((resolve) => {
    const child = spawn(process.execPath, [path.join(folder, 'install.js')], {
      stdio: 'ignore',
      timeout: DOWNLOAD_LIMIT_MS,
    });
    child.on('error', () => resolve(false));
    child.on('exit', (code) => resolve(code === 0));
  });
  return done && existsSync(file) ? file : undefined;
}

function startDesktop(electronPath) {
  const flags = [];
  if (process.platform === 'linux' && process.getuid?.() === 0) {
    console.log("Running as root: Chromium's sandbox is off.");
    flags.push('--no-sandbox');
  }
  const env = { ...process.env };
  delete env.ELECTRON_RUN_AS_NODE;
  flags.push('-r', path.join(root, 'dist/electron/main.cjs'));
  run(electronPath, [...flags, root, ...rest], env);
}

function startBrowserHost(reason) {
  console.log(`Meterscope opens in your browser, because ${reason}.`);
  run(process.execPath, [path.join(root, 'dist/electron/cli.js'), 'serve', ...rest], process.env);
}

function run(command, args, env) {
  const child = spawn(command, args, { stdio: 'inherit', env });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
  child.on('error', (error) => {
    console.error(`The program could not be started: ${error.message}`);
    process.exit(1);
  });
}
