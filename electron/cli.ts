/** The command line: `meterscope inspect | check | anonymise | service | serve | export | query | publish | tags | test | collect | events | trigger`. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { endWithNpm } from './cli/end-with-npm.ts';
import { takeClosedPipes } from './cli/write-out.ts';
import { runCommandLine } from './common/command-line.ts';

/** Each command is loaded when it is called: none waits for the libraries of another. */
const commands: Record<string, () => Promise<Command>> = {
  inspect: async () => (await import('./cli/inspect.ts')).inspectCommand(),
  check: async () => (await import('./cli/check.ts')).checkCommand(),
  anonymise: async () => (await import('./cli/anonymise.ts')).anonymiseCommand(),
  service: async () => (await import('./cli/service.ts')).serviceCommand(),
  serve: async () => (await import('./serve.ts')).serveCommand(),
  export: async () => (await import('./cli/export.ts')).exportCommand(),
  publish: async () => (await import('./cli/publish.ts')).publishCommand(),
  pull: async () => (await import('./cli/pull.ts')).pullCommand(),
  query: async () => (await import('./cli/query.ts')).queryCommand(),
  tags: async () => (await import('./cli/tags.ts')).tagsCommand(),
  test: async () => (await import('./cli/test.ts')).testCommand(),
  collect: async () => (await import('./cli/collect.ts')).collectCommand(),
  events: async () => (await import('./cli/events.ts')).eventsCommand(),
  trigger: async () => (await import('./cli/trigger.ts')).triggerCommand(),
};

const program = new Command('meterscope')
  .description('A workbench for Green Button utility data that customers have authorised.')
  .version(version(), '-V, --version');

const [asked] = process.argv.slice(2);
// Help, and an unknown name, need them all.
const wanted = asked !== undefined && Object.hasOwn(commands, asked) ? [asked] : Object.keys(commands);
for (const name of wanted) {
  const command = await commands[name]?.();
  if (command) program.addCommand(command);
}

endWithNpm();
takeClosedPipes();
await runCommandLine(program);

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
