/** `npm run bench -- NAME [options]`: runs tests/bench/NAME.ts; without a name it lists what there is. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const [name, ...rest] = process.argv.slice(2);
const file = new URL(`${name}.ts`, import.meta.url);

if (name === undefined || !/^[a-z-]+$/.test(name) || !existsSync(file)) {
  console.log('Benchmarks: npm run bench -- NAME [--json FILE]\n');
  for (const entry of readdirSync(new URL('.', import.meta.url)).filter((one) => one.endsWith('.ts'))) {
    const about = /^\/\*\* Benchmark: (.*?)(?: \*\/)?$/m.exec(readFileSync(new URL(entry, import.meta.url), 'utf8'));
    if (about) console.log(`  ${entry.replace('.ts', '').padEnd(14)} ${about[1]}`);
  }
  process.exit(name === undefined ? 0 : 2);
}
const { status } = spawnSync(process.execPath, [file.pathname, ...rest], { stdio: 'inherit' });
process.exit(status ?? 1);
