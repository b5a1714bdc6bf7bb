import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { RULES, wordsOf } from '../../../electron/conformance/rules/index.ts';
import { SERVICE_ROWS } from '../../../electron/conformance/service/rows.ts';
import { UNCHECKED } from '../../../electron/conformance/unchecked.ts';
import { WATCH_ROWS } from '../../../electron/simulator/watch/rows.ts';
import { bookIsThere, cell, type Row, table } from '../../fixtures/conformance.ts';

const PAGE = fileURLToPath(new URL('../../../docs/conformance.md', import.meta.url));

type Way = 'automatic' | 'live' | 'manual' | 'not possible';

/** How rows without an expression are answered, by the letters of their id. */
const WAYS: Readonly<Record<string, Way>> = {
  APP: 'not possible',
  BAT: 'not possible',
  CDPTN: 'manual',
  CDPTP: 'manual',
  CERT: 'manual',
  CONF: 'not possible',
  CPYRT: 'not possible',
  D: 'manual',
  FDFTP: 'manual',
  FND: 'live',
  GB: 'manual',
  INF: 'not possible',
  MGA: 'not possible',
  MGT: 'not possible',
  OAD: 'live',
  OAT: 'live',
  OFA: 'manual',
  ON: 'not possible',
  PROTO: 'manual',
  PRT_: 'not possible',
  PSH: 'live',
  QRY: 'live',
  RBK: 'live',
  SFTP: 'not possible',
  TC: 'live',
  TCT: 'not possible',
};

/** Rows that are not as the others of their letters. */
const OWN_WAYS: Readonly<Record<string, Way>> = {
  CDPTN001: 'live',
  FDFTP002: 'automatic',
  FND001: 'manual',
  // Whether a root was audited, a person looks up; that the chain leads to one is checked.
  TC009: 'manual',
  // Obsolete.
  TC006: 'not possible',
};

function wayOf(row: Row): Way {
  const id = cell(row, 'id');
  if (RULES.some((rule) => rule.id === id)) return 'automatic';
  const own = OWN_WAYS[id];
  if (own) return own;
  // Drafts of FB_99 have no steps that could be taken.
  if (cell(row, 'function_block') === 'FB_99' && !id.startsWith('GB')) return 'not possible';
  const way = WAYS[id.replace(/\d+[a-z]?$/, '')];
  if (!way) throw new Error(`Nothing says how ${id} is answered.`);
  return way;
}

function coverage(): string {
  const rows = table('testbook.tsv').map((row) => {
    const id = cell(row, 'id');
    const rule = RULES.find((one) => one.id === id);
    const what = rule?.requirement ?? cell(row, 'name');
    return { way: wayOf(row), line: [cell(row, 'book_row'), id, cell(row, 'function_block'), wayOf(row), what] };
  });
  const count = (way: Way) => `${rows.filter((row) => row.way === way).length} ${way}`;
  return [
    `Of ${rows.length} rows: ${(['automatic', 'live', 'manual', 'not possible'] as const).map(count).join(', ')}.`,
    '',
    '| Row | Test | Block | How | What |',
    '|---|---|---|---|---|',
    ...rows.map(({ line }) => `| ${line.map(markdown).join(' | ')} |`),
  ].join('\n');
}

function flaws(): string {
  return [
    '| Test | Judged by | Flaw |',
    '|---|---|---|',
    ...RULES.filter(({ flaw }) => flaw).map((rule) => {
      const by = 'asWritten' in rule ? 'its text' : 'the book as written';
      return `| ${rule.id} | ${by} | ${markdown(rule.flaw ?? '')} |`;
    }),
  ].join('\n');
}

function markdown(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('*', '\\*').trim();
}

/** A part of the page between its comments, written anew. */
function withPart(page: string, name: string, text: string): string {
  const part = new RegExp(`(<!-- ${name}: [^>]*-->\n)[^]*(<!-- end of ${name} -->)`);
  expect(page).toMatch(part);
  return page.replace(part, (_whole, begin: string, end: string) => `${begin}\n${text}\n\n${end}`);
}

describe('docs/conformance.md', () => {
  it.skipIf(!bookIsThere)(
    'has the coverage and the flaws that the rules have (`vitest -u` writes them anew)',
    async () => {
      const page = readFileSync(PAGE, 'utf8');
      await expect(withPart(withPart(page, 'flaws', flaws()), 'coverage', coverage())).toMatchFileSnapshot(PAGE);
    },
  );

  it.skipIf(!bookIsThere)('every row of the book is a rule, or among those that no document answers', () => {
    const others = table('testbook.tsv')
      .filter((row) => wayOf(row) !== 'automatic')
      .map((row) => ({
        id: cell(row, 'id'),
        block: cell(row, 'function_block'),
        way: wayOf(row).replace('not possible', 'none'),
        what: cell(row, 'name').replace(/\s+/g, ' ').trim(),
      }));
    expect(UNCHECKED).toEqual(others);
  });

  it.skipIf(!bookIsThere)('live are the rows that the check of a service or the watch on a client looks at', () => {
    const rows = new Set([...SERVICE_ROWS, ...WATCH_ROWS].map(({ id }) => id));
    const live = table('testbook.tsv').filter((row) => wayOf(row) === 'live');
    expect(live.map((row) => cell(row, 'id')).filter((id) => !rows.has(id))).toEqual([]);
    const others = table('testbook.tsv').filter((row) => wayOf(row) !== 'live' && rows.has(cell(row, 'id')));
    expect(others.map((row) => cell(row, 'id'))).toEqual(['TC006', 'TC009']);
  });

  it('explains every rule in whole sentences, and its cure', () => {
    for (const { id } of RULES) {
      const words = wordsOf(id);
      expect([id, words?.requirement, words?.cure]).toEqual([
        id,
        expect.stringMatching(/^[A-Z].*\.$/s),
        expect.stringMatching(/^[A-Z].*\.$/s),
      ]);
    }
  });
});
