/** Beside a query: what there is to ask, worked queries, and what was asked before. */
import { Accordion, Tabs, Text } from '@mantine/core';
import type { QueryParameters, QueryViews } from '#shared/contract/query.ts';
import { useCall } from '../../api/index.ts';
import { Dim } from '../../ui/dim.tsx';
import { formatOwnTime } from '../../ui/format.ts';
import type { QueryValues } from '../../ui/query-values.ts';
import { QueryFiles } from './query-files.tsx';
import { workedQueries } from './worked-queries.ts';

interface SideProps {
  workspace: string;
  known: QueryViews | undefined;
  onInsert: (text: string) => void;
  /** @param values what it was run with before */
  onQuery: (sql: string, values?: QueryValues) => void;
  onFile: (name: string) => void;
}

export function QuerySide({ workspace, known, onInsert, onQuery, onFile }: SideProps) {
  return (
    <Tabs defaultValue="views" className="ms-query-side ms-panel" keepMounted={false}>
      <Tabs.List>
        <Tabs.Tab value="views">Views</Tabs.Tab>
        <Tabs.Tab value="examples">Examples</Tabs.Tab>
        <Tabs.Tab value="files">Files</Tabs.Tab>
        <Tabs.Tab value="history">History</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="views" tabIndex={-1}>
        <Views views={known?.views ?? []} onInsert={onInsert} />
      </Tabs.Panel>
      <Tabs.Panel value="examples" tabIndex={-1}>
        <ul className="ms-query-list">
          {workedQueries.map(({ title, sql }) => (
            <li key={title}>
              <button type="button" onClick={() => onQuery(sql)}>
                {title}
              </button>
            </li>
          ))}
        </ul>
      </Tabs.Panel>
      <Tabs.Panel value="files" tabIndex={-1}>
        <QueryFiles onOpen={onFile} />
      </Tabs.Panel>
      <Tabs.Panel value="history" tabIndex={-1}>
        <History workspace={workspace} onQuery={onQuery} />
      </Tabs.Panel>
    </Tabs>
  );
}

function Views({ views, onInsert }: { views: QueryViews['views']; onInsert: (text: string) => void }) {
  return (
    <Accordion chevronPosition="left" variant="default" order={3}>
      {views.map(({ name, row, columns }) => (
        <Accordion.Item key={name} value={name}>
          <Accordion.Control>
            <span className="ms-mono">{name}</span>
            <Dim>{row}</Dim>
          </Accordion.Control>
          <Accordion.Panel>
            <ul className="ms-query-columns">
              {columns.map((column) => (
                <li key={column.name}>
                  <button type="button" onClick={() => onInsert(column.name)} aria-label={`Insert ${column.name}`}>
                    <span className="ms-mono">{column.name}</span> <small>{column.type}</small>
                  </button>
                  <Dim>{column.meaning}</Dim>
                </li>
              ))}
            </ul>
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}

function History({ workspace, onQuery }: Pick<SideProps, 'workspace' | 'onQuery'>) {
  const history = useCall('query.history', { workspace }, { fresh: true });
  if (history.data?.length === 0) {
    return (
      <Text size="sm" p="sm">
        Queries that ran are kept here, in the workspace.
      </Text>
    );
  }
  return (
    <ul className="ms-query-list">
      {history.data?.map(({ sql, parameters, at }) => (
        <li key={sql}>
          <button type="button" onClick={() => onQuery(sql, textsOf(parameters))}>
            <span className="ms-mono ms-query-text">{sql}</span>
            <small className="ms-dim">{formatOwnTime(at)}</small>
          </button>
        </li>
      ))}
    </ul>
  );
}

function textsOf(parameters: QueryParameters = {}): QueryValues {
  return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, String(value ?? '')]));
}
