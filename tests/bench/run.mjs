/** `npm run bench -- NAME [options]`: runs tests/bench/NAME; without a name it lists what there is. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const [name, ...rest] = process.argv.slice(2);
const file = ['ts', 'mjs']
  .map((ending) => new URL(`${name}.${ending}`, import.meta.url))
  .find((one) => existsSync(one));

if (name === undefined || !/^[a-z-]+$/.test(name) || name === 'run' || file === undefined) {
  console.log('Benchmarks: npm run bench -- NAME [--json FILE]\n');
  for (const entry of readdirSync(new URL('.', import.meta.url)).filter((one) => /\.(ts|mjs)$/.test(one))) {
    const text = readFileSync(new URL(entry, import.meta.url), 'utf8');
    // A benchmark begins by saying so, or with its own command.
    const about = /^\/\*\*[\s*]*(?:Benchmark|`node tests\/bench\/[^`]*`): ([^:.]*[^:.\s*/])/.exec(text);
    if (about) console.log(`  ${entry.replace(/\.\w+$/, '').padEnd(14)} ${about[1].replaceAll(/\s*\n \* /g, ' ')}`);
  }
  process.exit(name === undefined ? 0 : 2);
}
const { status } = spawnSync(process.execPath, [file.pathname, ...rest], { stdio: 'inherit' });
process.exit(status ?? 1);
