/**
 * Where the page comes from. Its scheme must be registered before Electron is ready. Runtimes whose default app loads a
 * program too late for that load it beforehand (`electron -r dist/electron/main.cjs .`, see start.mjs); without that the
 * page is served under an https name that cannot exist, answered by the program itself.
 */
import { app, protocol } from 'electron';

const inTime = !app.isReady();
if (inTime) {
  // As root Chromium's sandbox has to be off as a whole (--no-sandbox); asking for both ends every child process.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  protocol.registerSchemesAsPrivileged([
    {
      scheme: 'app',
      privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
    },
  ]);
}

/** Scheme and origin of the renderer: `app://meterscope` wherever it could be registered. */
export const APP_SCHEME = inTime ? 'app' : 'https';
export const APP_ORIGIN = inTime ? 'app://meterscope' : 'https://meterscope.invalid';
