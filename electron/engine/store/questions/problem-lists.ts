/** What was wrong with documents, and entries that hang nowhere: as lists, and whole for the command line. */
import type { CallOutput } from '#shared/contract/index.ts';
import {
  type PROBLEM_COLUMNS,
  PROBLEM_FILTERS,
  type UNATTACHED_COLUMNS,
  UNATTACHED_FILTERS,
} from '#shared/list-columns.ts';
import type { SomeHandlers } from '../context.ts';
import type { Row } from '../database.ts';
import { optionalNumber, optionalText, text } from '../row.ts';
import { naturalKey } from '../sql-words.ts';
import { type ListPlan, listChoices, listPage, textsHave } from './list-page.ts';

type Problem = CallOutput<'problems.list'>['rows'][number];
type Unattached = CallOutput<'unattached.list'>['rows'][number];

const PROBLEMS = `(SELECT source || '/' || ordinal AS id, * FROM problems)`;

const problemPlan: ListPlan<(typeof PROBLEM_COLUMNS)[number]> = {
  table: PROBLEMS,
  joins: {
    source: `LEFT JOIN (SELECT source, label, ${naturalKey('label')} AS key FROM sources WHERE source IN (SELECT source FROM problems)) s ON s.source = l.source`,
  },
  columns: {
    severity: { value: 'l.severity' },
    message: { value: 'l.message', order: [naturalKey('l.message')] },
    code: { value: 'l.code' },
    source: { value: 's.label', order: ['s.key'], needs: ['source'] },
    line: { value: 'l.line' },
    entry: { value: 'l.entry' },
  },
  // Those of the newest documents come first.
  order: ['-l.source', 'l.ordinal'],
  has: (word) => {
    const shown = ['p.severity', 'p.message', 'p.code', 's.label', 'p.line', 'p.entry'];
    return `l.id IN (SELECT p.id FROM ${PROBLEMS} p JOIN sources s ON s.source = p.source WHERE ${textsHave(shown, word)})`;
  },
};

const unattachedPlan: ListPlan<(typeof UNATTACHED_COLUMNS)[number]> = {
  table: `(SELECT id, kind, title, href FROM entries WHERE parent_rule = 'unattached')`,
  joins: {},
  columns: {
    kind: { value: 'l.kind' },
    title: { value: 'l.title', order: [naturalKey('l.title')] },
    href: { value: 'l.href', order: [naturalKey('l.href')] },
  },
  order: ['l.kind', 'l.id'],
  has: (word) => textsHave(['l.kind', 'l.title', 'l.href'], word),
};

export const problemHandlers = {
  'problems.list': async (input, context) => {
    const { reader } = context.store(input.workspace).database;
    const select = `p.*, s.label FROM chosen c JOIN ${PROBLEMS} p ON p.id = c.id JOIN sources s ON s.source = p.source`;
    const page = await listPage(reader, problemPlan, input, select);
    return { ...page, rows: page.rows.map(problemOf) };
  },
  'problems.choices': ({ workspace }, context) =>
    listChoices(context.store(workspace).database.reader, problemPlan, PROBLEM_FILTERS, undefined),
  'problems.all': async ({ workspace, source }, context) => {
    const rows = await context.store(workspace).database.reader.rows(
      `SELECT p.*, s.label FROM ${PROBLEMS} p JOIN sources s USING (source)
       ${source === undefined ? '' : 'WHERE s.id = $1 OR s.request_id = $1'} ORDER BY p.source DESC, p.ordinal`,
      source === undefined ? [] : [source],
    );
    return rows.map(problemOf);
  },
  'unattached.list': async (input, context) => {
    const { reader } = context.store(input.workspace).database;
    const select = `e.* FROM chosen c JOIN ${unattachedPlan.table} e ON e.id = c.id`;
    const page = await listPage(reader, unattachedPlan, input, select);
    return { ...page, rows: page.rows.map(unattachedOf) };
  },
  'unattached.choices': ({ workspace }, context) =>
    listChoices(context.store(workspace).database.reader, unattachedPlan, UNATTACHED_FILTERS, undefined),
  'unattached.all': async ({ workspace }, context) => {
    const { reader } = context.store(workspace).database;
    const rows = await reader.rows(`SELECT * FROM ${unattachedPlan.table} ORDER BY kind, id`);
    return rows.map(unattachedOf);
  },
} satisfies SomeHandlers;

function problemOf(row: Row): Problem {
  return {
    id: text(row.id),
    code: text(row.code),
    severity: text(row.severity) as Problem['severity'], // written from the reader's own type
    message: text(row.message),
    line: optionalNumber(row.line),
    column: optionalNumber(row.col),
    entry: optionalNumber(row.entry),
    raw: optionalText(row.raw),
    source: text(row.label),
  };
}

function unattachedOf(row: Row): Unattached {
  return { id: text(row.id), kind: text(row.kind), title: optionalText(row.title), href: optionalText(row.href) };
}
