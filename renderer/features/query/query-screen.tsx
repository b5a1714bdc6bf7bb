/** Questions of one's own, in SQL, over the views of the workspace. A query reads and can do nothing else. */
import './query.css';
import { Button } from '@mantine/core';
import { IconDatabaseSearch, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useCall } from '../../api/index.ts';
import { useShownKeys } from '../../ui/keymap.ts';
import { notifyFailure } from '../../ui/notify.ts';
import { Screen } from '../../ui/screen.tsx';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { EmptyState } from '../../ui/states.tsx';
import { useLatest } from '../../ui/use-latest.ts';
import type { QuerySearch } from './query-address.ts';
import { QueryFileBar } from './query-file-bar.tsx';
import { QueryFailure, QueryResult } from './query-result.tsx';
import { QuerySide } from './query-side.tsx';
import { QueryFields, useQueryValues } from './query-values.tsx';
import { RunningQuery } from './running-query.tsx';
import { SqlEditor, type SqlHandle } from './sql-editor.tsx';
import { useQueryRun } from './use-query.ts';
import { useQueryFile } from './use-query-file.ts';

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
  useLinkedFile(search.file, file.open);
  const start = () => {
    linked.current = sql;
    // What was chosen of another result does not fit this one.
    const chart = search.chart ? { chart: sql === search.sql ? search.chart : {} } : {};
    onSearch({ sql, ...(names.length > 0 ? { values: given } : {}), ...chart });
    void run(sql, given);
  };
  const keys = useShownKeys();
  useShortcuts({ act: start });
  return (
    <Screen
      title="Query"
      compact
      actions={
        <>
          <Button variant="default" onClick={() => void format(sql, editor.current)} disabled={sql.trim() === ''}>
            Format
          </Button>
          {running ? (
            <Button variant="default" leftSection={<IconPlayerStop size={14} aria-hidden />} onClick={cancel}>
              Cancel
            </Button>
          ) : (
            <Button
              leftSection={<IconPlayerPlay size={14} aria-hidden />}
              title={`Run (${keys('act')})`}
              onClick={start}
              disabled={sql.trim() === ''}
            >
              Run
            </Button>
          )}
        </>
      }
    >
      <div className="ms-query">
        <div className="ms-query-main">
          <QueryFileBar state={file} empty={sql.trim() === ''} />
          <SqlEditor ref={editor} initial={initial.current} onChange={setSql} onRun={start} known={views.data} />
          <QueryFields workspace={workspace} names={names} values={values} onChange={give} />
          {running ? <RunningQuery workspace={workspace} token={running.token} doing="Running" /> : null}
          {ran?.error === undefined ? null : (
            <QueryFailure error={ran.error} onPlace={(offset) => editor.current?.point(offset)} />
          )}
          {ran?.answer ? (
            <QueryResult
              key={ran.token}
              workspace={workspace}
              {...ran}
              answer={ran.answer}
              chart={search.chart}
              onChart={(chart) => {
                const { chart: _before, ...kept } = search;
                onSearch(chart ? { ...kept, chart } : kept);
              }}
            />
          ) : null}
          {ran || running ? null : (
            <EmptyState icon={IconDatabaseSearch} title="Ask anything">
              Write a SELECT over the views at the side, or begin with an example, and run it. A query only reads:
              nothing can be changed by it.
            </EmptyState>
          )}
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
function useLinkedFile(name: string | undefined, open: (name: string) => unknown): void {
  const latest = useLatest(open);
  useEffect(() => {
    if (name !== undefined) latest.current(name);
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
