import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = new URL('../..', import.meta.url).pathname;
/** What the build and the tests make, and what others have. */
const NOT_OURS = ['node_modules', 'dist', 'release', 'test-results', '.git'];
const below = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (folder === '' && NOT_OURS.includes(entry.name)) return [];
    const name = path.posix.join(folder, entry.name);
    return entry.isDirectory() ? [`${name}/`, ...below(name)] : [name];
  });
/** Files, and folders with a slash behind. */
const repository = below('');
const pages = repository.filter((name) => /^(?:README|CONTRIBUTING|docs\/[^/]+)\.md$/.test(name));
const textOf = (page: string) => readFileSync(path.join(root, page), 'utf8');

/** Folders that the program or the build makes, which the docs tell of. */
const MADE = ['dist/', 'raw/', 'daily/', 'monthly/', 'series/', 'bill_lines/', 'sources/', 'readings/'];
const SOURCE = /\.(?:ts|tsx|mjs|cjs|md|css)$/;
const TOP = /^(?:electron|renderer|shared|tests|docs)\//;

/** What stands in backquotes and is meant as a file or folder of the repository; `*` and `<area>` stand for a part of a name. */
function pathsIn(text: string): string[] {
  const quoted = [...text.matchAll(/`([\w.*<>/-]+)`/g)].map(([, name]) => name ?? '');
  return quoted.filter((name) => !name.startsWith('/') && (SOURCE.test(name) || TOP.test(name) || name.endsWith('/')));
}

/** True where a path, or the end of one, is in the repository. */
function isThere(name: string): boolean {
  const pattern = name
    .replaceAll(/[.+]/g, '\\$&')
    .replaceAll(/\*|<[^>]+>/g, '[^/]+')
    .replaceAll('NN', '\\d\\d');
  const end = new RegExp(`(?:^|/)${pattern}/?$`);
  return repository.some((one) => end.test(one));
}

describe('the documentation', () => {
  it.each(pages)('%s names files and folders that are there', (page) => {
    const text = textOf(page);
    expect(pathsIn(text).filter((name) => !MADE.includes(name) && !isThere(name))).toEqual([]);
    const links = [...text.matchAll(/\]\(([^)#\s]+)/g)].map(([, to]) => to ?? '');
    const own = links.filter((to) => !/^[a-z]+:/.test(to)).map((to) => path.posix.join(path.posix.dirname(page), to));
    expect(own.filter((to) => !repository.includes(to))).toEqual([]);
  });

  it.each(pages)('%s names commands that are there', (page) => {
    const { scripts } = JSON.parse(textOf('package.json'));
    const text = textOf(page);
    const named = [...text.matchAll(/\bnpm run (?:-s )?([a-z:]+)/g)].map(([, name]) => name ?? '');
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
    const measured = [...text.matchAll(/\bbench -- ([a-z-]+)/g)].map(([, name]) => name);
    expect(
      measured.filter(
        (name) =>
          !repository.some((one) => /^tests\/bench\/.*\.(?:ts|mjs)$/.test(one) && path.parse(one).name === name),
      ),
    ).toEqual([]);
    const asked = [...text.matchAll(/\bmeterscope (?:-- )?([a-z]+) (?=[-A-Z])/g)].map(([, name]) => name);
    const commands = new Set(
      [...textOf('electron/cli.ts').matchAll(/^ {2}(\w+): (?:async )?\(/gm)].map(([, name]) => name),
    );
    expect(commands.size).toBeGreaterThan(5);
    expect(asked.filter((name) => !commands.has(name))).toEqual([]);
  });

  it('has a way to each of its pages and pictures', () => {
    const all = pages.map((page) => `${page}\n${textOf(page)}`).join('\n');
    const pictures = repository.filter((name) => /^docs\/screenshots\/.+\.png$/.test(name));
    expect(pictures.filter((name) => !all.includes(`(${name})`) && !all.includes(`(${name.slice(5)})`))).toEqual([]);
    const readme = textOf('README.md');
    expect(pages.filter((page) => page !== 'README.md' && !readme.includes(`](${page})`))).toEqual([]);
  });
});
