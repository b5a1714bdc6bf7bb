/** Lists what a build really contains, with versions and licences: for the About page. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** Beside the bundles: what the packages carry as they are. */
const CARRIED = ['@duckdb/node-bindings', 'electron'];

/**
 * @param {string} root of the project
 * @param {Iterable<string>} moduleIds of all bundles
 * @returns {Promise<{name: string, version: string, license: string}[]>} by name
 */
export async function licencesOf(root, moduleIds) {
  const names = new Set(CARRIED);
  for (const id of moduleIds) {
    const name = /.*node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(id)?.[1];
    if (name !== undefined) names.add(name.replaceAll('\\', '/'));
  }
  const packages = [];
  for (const name of [...names].sort()) {
    const text = await readFile(path.join(root, 'node_modules', name, 'package.json'), 'utf8').catch(() => undefined);
    if (text === undefined) continue;
    const { version, license } = JSON.parse(text);
    packages.push({ name, version, license: typeof license === 'string' ? license : 'see the package' });
  }
  return packages;
}
