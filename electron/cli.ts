/** The command line: `meterscope inspect | service | serve | export | test`. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, CommanderError } from 'commander';
import { exportCommand } from './cli/export.ts';
import { inspectCommand } from './cli/inspect.ts';
import { serviceCommand } from './cli/service.ts';
import { testCommand } from './cli/test.ts';
import { serveCommand } from './serve.ts';

/** Exit code of wrong use, for every command. */
const WRONG_USE = 2;

const program = new Command('meterscope')
  .description('A workbench for Green Button utility data that customers have authorised.')
  .version(version(), '-V, --version')
  .showHelpAfterError('(add --help for what the command takes)')
  .exitOverride();

for (const command of [inspectCommand(), serviceCommand(), serveCommand(), exportCommand(), testCommand()]) {
  program.addCommand(command.exitOverride().showHelpAfterError('(add --help for what the command takes)'));
}

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  process.exitCode = error.exitCode === 0 ? 0 : WRONG_USE;
}

function version(): string {
  // Beside dist/ where it is built, one level up where the source itself is run, as tests do.
  const here = path.dirname(fileURLToPath(import.meta.url));
  const built = path.join(here, '..', '..', 'package.json');
  const file = existsSync(built) ? built : path.join(here, '..', 'package.json');
  const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest
    ? String(manifest.version)
    : 'unknown';
}
