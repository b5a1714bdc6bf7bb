/** `npm run check`: types, style, arrows between rooms and unused code, side by side. Prints what complains, and the time of each part. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const parts = Object.keys(scripts).filter((name) => name.startsWith('check:'));
const bins = path.join(root, 'node_modules/.bin');
const env = { ...process.env, PATH: `${bins}${path.delimiter}${process.env.PATH}`, FORCE_COLOR: '1' };

const results = await Promise.all(parts.map(run));
const failed = results.filter(({ status }) => status !== 0);
for (const { output } of failed) process.stdout.write(output);
for (const { name, seconds, status } of results) {
  console.log(`${status === 0 ? 'passed' : 'FAILED'}  ${name}  ${seconds.toFixed(1)} s`);
}
process.exit(failed.length === 0 ? 0 : 1);

/** Runs a script of package.json without npm in between, which takes a moment for each. */
function run(name) {
  const began = performance.now();
  return new Promise((resolve) => {
    const child = spawn(scripts[name], { cwd: root, env, shell: true });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    child.on('close', (status) => resolve({ name, status, output, seconds: (performance.now() - began) / 1000 }));
  });
}
