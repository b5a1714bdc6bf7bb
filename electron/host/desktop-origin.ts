/**
 * Where the page comes from. Its scheme must be registered before Electron is ready. Runtimes whose default app loads a
 * program too late for that get this file by itself first (`electron -r dist/electron/early.cjs .`, see start.mjs); without
 * it the page is served under an https name that cannot exist, answered by the program itself.
 */
import { app, protocol } from 'electron';

/** Survives between early.cjs and main.cjs, which are two bundles in one process. */
const REGISTERED = Symbol.for('meterscope.scheme.registered');
const shared = globalThis as { [REGISTERED]?: boolean }; // our own mark, nothing else has it

if (!shared[REGISTERED] && !app.isReady()) {
  // As root Chromium's sandbox has to be off as a whole (--no-sandbox); asking for both ends every child process.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  protocol.registerSchemesAsPrivileged([
    {
      scheme: 'app',
      privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
    },
  ]);
  shared[REGISTERED] = true;
}

/** Scheme and origin of the renderer: `app://meterscope` wherever it could be registered. */
export const APP_SCHEME = shared[REGISTERED] ? 'app' : 'https';
export const APP_ORIGIN = shared[REGISTERED] ? 'app://meterscope' : 'https://meterscope.invalid';
