/** Lists what a build really contains, with versions and licences: for the About page. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** Beside the bundles: what the packages carry as they are. */
const CARRIED = ['@duckdb/node-bindings', 'electron'];

/**
 * @param {string} root of the project
 * @param {Iterable<string>} moduleIds of all bundles
 * @returns {Promise<{name: string, version: string, license: string, text?: string}[]>} by name; `text` as its makers wrote it
 */
export async function licencesOf(root, moduleIds) {
  const names = new Set(CARRIED);
  for (const id of moduleIds) {
    const name = /.*node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(id)?.[1];
    if (name !== undefined) names.add(name.replaceAll('\\', '/'));
  }
  const packages = [];
  for (const name of [...names].sort()) {
    const folder = path.join(root, 'node_modules', name);
    const manifest = await readFile(path.join(folder, 'package.json'), 'utf8').catch(() => undefined);
    if (manifest === undefined) continue;
    const { version, license } = JSON.parse(manifest);
    const text = await licenceText(folder);
    packages.push({ name, version, license: typeof license === 'string' ? license : 'see the package', text });
  }
  return packages;
}

/** Most licences ask to be handed on word by word. */
async function licenceText(folder) {
  const file = (await readdir(folder)).find((name) => /^licen[cs]e(\.(md|txt))?$/i.test(name));
  return file === undefined ? undefined : (await readFile(path.join(folder, file), 'utf8')).trim();
}
