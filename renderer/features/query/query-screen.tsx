/** Questions of one's own, in SQL, over the views of the workspace. A query reads and can do nothing else. */
import './query.css';
import { useEffect, useRef, useState } from 'react';
import { useCall } from '../../api/index.ts';
import { notifyFailure } from '../../ui/notify.ts';
import { Screen } from '../../ui/screen.tsx';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { useLatest } from '../../ui/use-latest.ts';
import { QueryActions } from './query-actions.tsx';
import type { QuerySearch } from './query-address.ts';
import { QueryFileBar } from './query-file-bar.tsx';
import { QueryOutcome } from './query-outcome.tsx';
import { QuerySide } from './query-side.tsx';
import { QueryFields, useQueryValues } from './query-values.tsx';
import { SqlEditor, type SqlHandle } from './sql-editor.tsx';
import { useQueryRun } from './use-query.ts';
import { type QueryFileState, useQueryFile } from './use-query-file.ts';

interface QueryProps {
  workspace: string;
  search: QuerySearch;
  /** Keeps the query that runs in the address. */
  onSearch: (search: QuerySearch) => void;
}

/** What was being written, by workspace, for as long as the window lives. */
const drafts = new Map<string, string>();

export function QueryScreen({ workspace, search, onSearch }: QueryProps) {
  const initial = useRef(search.sql ?? drafts.get(workspace) ?? '');
  const [sql, setSql] = useState(initial.current);
  const editor = useRef<SqlHandle>(null);
  const views = useCall('query.views', { workspace });
  const { running, ran, run, cancel } = useQueryRun(workspace);
  const { names, values, give, given } = useQueryValues(workspace, sql, search.values);
  useEffect(() => void drafts.set(workspace, sql), [workspace, sql]);
  // A link to another query, while the screen is there.
  const linked = useRef(search.sql);
  useEffect(() => {
    if (search.sql === undefined || search.sql === linked.current) return;
    linked.current = search.sql;
    editor.current?.replace(search.sql);
  }, [search.sql]);
  const file = useQueryFile(workspace, sql, {
    isLinked: search.sql !== undefined,
    onOpened: (opened) => {
      editor.current?.replace(opened.sql);
      give(opened.parameters);
    },
    onElsewhere: () => {
      if (search.file !== undefined) onSearch({});
    },
  });
  useLinkedFile(search.file, file);
  const ask = async () => {
    if (sql.trim() === '') return;
    const parameters = await given();
    linked.current = sql;
    // What was chosen of another result does not fit this one.
    const chart = search.chart ? { chart: sql === search.sql ? search.chart : {} } : {};
    onSearch({ sql, ...(Object.keys(parameters).length > 0 ? { values: parameters } : {}), ...chart });
    await run(sql, parameters);
  };
  const start = () => void ask();
  useShortcuts({ act: start });
  return (
    <Screen
      title="Query"
      compact
      actions={
        <QueryActions
          isEmpty={sql.trim() === ''}
          isRunning={running !== undefined}
          onFormat={() => void format(sql, editor.current)}
          onRun={start}
          onCancel={cancel}
        />
      }
    >
      <div className="ms-query">
        <div className="ms-query-main">
          <QueryFileBar state={file} empty={sql.trim() === ''} />
          <SqlEditor ref={editor} initial={initial.current} onChange={setSql} onRun={start} known={views.data} />
          <QueryFields workspace={workspace} names={names} values={values} onChange={give} />
          <QueryOutcome
            workspace={workspace}
            search={search}
            onSearch={onSearch}
            sql={sql}
            names={names}
            values={values}
            running={running}
            ran={ran}
            onPlace={(offset) => editor.current?.point(offset)}
          />
        </div>
        <QuerySide
          workspace={workspace}
          known={views.data}
          onInsert={(text) => editor.current?.insert(text)}
          onFile={(name) => (name === search.file ? void file.open(name) : onSearch({ file: name }))}
          onQuery={(text, before) => {
            if (file.file) void file.leave();
            editor.current?.replace(text);
            if (before) give(before);
          }}
        />
      </div>
    </Screen>
  );
}

/** Opens the file that an address names, each time that it names another. */
function useLinkedFile(name: string | undefined, { file, changed, open }: QueryFileState): void {
  // Whoever comes back to the screen finds what they wrote and did not save yet.
  const opened = useRef(changed ? file?.name : undefined);
  const latest = useLatest(open);
  useEffect(() => {
    if (name !== undefined && name !== opened.current) void latest.current(name);
    opened.current = name;
  }, [name]);
}

/** Lays a query out anew. What cannot be read as SQL stays as it is. */
async function format(sql: string, editor: SqlHandle | null): Promise<void> {
  const { duckdb, formatDialect } = await import('sql-formatter');
  try {
    editor?.replace(formatDialect(sql, { dialect: duckdb, keywordCase: 'upper' }));
  } catch {
    notifyFailure({
      code: 'query_not_formatted',
      message: 'This cannot be formatted: it is not a complete query.',
      action: 'Run it to see what is wrong with it.',
    });
  }
}
