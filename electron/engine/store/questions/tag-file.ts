/** A CSV file of tags, read without the store: what it asks for, and a sentence for each line that cannot be understood. Pure. */
import { undefused } from '#shared/csv.ts';
import { readCsv } from '#shared/read-csv.ts';
import { MOST_GROUP_LETTERS, MOST_NOTE_LETTERS, MOST_TAG_LETTERS, tagWords } from '#shared/tags.ts';

export interface TagLine {
  /** Of the file, from 1. */
  line: number;
  kind: 'meter' | 'authorization';
  /** As people name it: number, uid or id of a meter; uid of an authorization. */
  name: string;
  tags: string[];
  note: string | undefined;
  groups: string[];
}

export interface TagFile {
  lines: TagLine[];
  problems: string[];
  /** Columns that mean nothing here. */
  unused: string[];
}

/** Columns that name the meter, the first of them that a file has. `id` and `uid` are those of an export. */
const METER_COLUMNS = ['meter', 'id', 'uid', 'meter number'];
const CONTROL = /\p{Cc}/u;
/** What stands for bytes that are no UTF-8, such as Excel's own "CSV". */
const LOST = '\uFFFD';

export function readTagFile(text: string): TagFile {
  const { rows, unclosed } = readCsv(text);
  const [head, ...body] = rows;
  const problems: string[] = [];
  if (unclosed !== undefined) problems.push(`Line ${unclosed}: a quotation mark is opened and never closed.`);
  if (head === undefined) return { lines: [], problems: [...problems, 'The file is empty.'], unused: [] };
  const names = head.cells.map((cell) =>
    cell
      .trim()
      .toLowerCase()
      .replaceAll(/[\s_]+/g, ' '),
  );
  const meter = METER_COLUMNS.map((name) => names.indexOf(name)).find((at) => at >= 0) ?? -1;
  const authorization = names.indexOf('authorization');
  const columns = (pattern: RegExp) => names.flatMap((name, at) => (pattern.test(name) ? [at] : []));
  const [tags, notes, groups] = [columns(/^tags?( ?\d+)?$/), columns(/^note$/), columns(/^groups?$/)];
  const used = new Set([meter, authorization, ...tags, ...notes, ...groups]);
  const damaged = damagedAmong(head.cells);
  if (damaged !== undefined) {
    problems.push(`Line ${head.line}: ${damaged}`);
  } else if (meter < 0 && authorization < 0) {
    problems.push(
      `Line ${head.line}: no column is named meter (or authorization). The first line names the columns, for example: meter,tag`,
    );
  } else if (tags.length + notes.length + groups.length === 0) {
    problems.push(`Line ${head.line}: no column is named tag, tags, note or group.`);
  }
  if (problems.length > 0) return { lines: [], problems, unused: [] };

  const lines: TagLine[] = [];
  for (const { line, cells } of body) {
    const wrong = (what: string) => void problems.push(`Line ${line}: ${what}`);
    const cell = (at: number) => undefused((cells[at] ?? '').trim());
    const listed = (some: readonly number[]) =>
      some.flatMap((at) =>
        cell(at)
          .split(';')
          .map((one) => tagWords(undefused(one.trim())))
          .filter(Boolean),
      );
    if (cells.slice(names.length).some((extra) => extra.trim() !== '')) {
      wrong('it has more cells than the first line. Put a text that holds the separator in quotation marks.');
      continue;
    }
    const damagedCell = damagedAmong([...used].map((at) => cells[at] ?? ''));
    if (damagedCell !== undefined) {
      wrong(damagedCell);
      continue;
    }
    const kind = meter >= 0 && cell(meter) !== '' ? 'meter' : 'authorization';
    const name = kind === 'meter' ? cell(meter) : cell(authorization);
    if (name === '') {
      wrong('it names no meter.');
      continue;
    }
    const found = { tags: listed(tags), groups: listed(groups) };
    const bad = found.tags.find((one) => one.length > MOST_TAG_LETTERS || CONTROL.test(one));
    if (bad !== undefined) {
      wrong(
        `the tag "${bad.slice(0, 30)}…" is longer than ${MOST_TAG_LETTERS} letters, or has signs that cannot be seen.`,
      );
      continue;
    }
    if (kind === 'authorization' && found.groups.length > 0) {
      wrong('groups are of meters, and it names an authorization.');
      continue;
    }
    const badGroup = found.groups.find((one) => one.length > MOST_GROUP_LETTERS || CONTROL.test(one));
    if (badGroup !== undefined) {
      wrong(
        `the name of the group "${badGroup.slice(0, 30)}…" is longer than ${MOST_GROUP_LETTERS} letters, or has signs that cannot be seen.`,
      );
      continue;
    }
    const note = notes.map(cell).filter(Boolean).join('\n');
    if (note.length > MOST_NOTE_LETTERS) {
      wrong(`the note has ${note.length} letters, and ${MOST_NOTE_LETTERS} is the most.`);
      continue;
    }
    lines.push({ line, kind, name, note: note === '' ? undefined : note, ...found });
  }
  if (body.length === 0) problems.push('The file has a first line and no other.');
  return { lines, problems, unused: head.cells.filter((cell, at) => !used.has(at) && cell.trim() !== '') };
}

/** A sentence about the first cell whose letters were lost as the file was read. */
function damagedAmong(cells: readonly string[]): string | undefined {
  const damaged = cells.find((cell) => cell.includes(LOST));
  if (damaged === undefined) return undefined;
  return `"${damaged.slice(0, 30)}" has damaged letters, as a file that is not UTF-8 does. Save it as CSV UTF-8.`;
}
