/** What came of the rows that requests answer, of a service or of its clients: a sentence, then block by block. */
import { Alert, Badge, Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { RowsResult } from '#shared/contract/service-check.ts';
import { copyText, notifyFailure } from '../../ui/notify.ts';
import { usePaletteActions } from '../../ui/palette.ts';
import { saveFile } from '../../ui/save-file.tsx';
import { RequestsLink } from '../requests/requests-link.tsx';
import type { CheckSearch } from './check-address.ts';
import { rowsSummary } from './check-words.ts';
import { RequestTestDetail } from './request-test-detail.tsx';
import { ResultSplit } from './result-split.tsx';
import { type ResultFormat, SaveMenu } from './save-menu.tsx';

interface ServiceResultProps {
  workspace: string;
  /** Id of the run whose requests are in the request log; undefined for requests of others. */
  run: string | undefined;
  result: RowsResult;
  search: CheckSearch;
  onSearch: (search: CheckSearch, replace?: boolean) => void;
  /** Name of a file that is saved, without its ending; and what is in it. */
  file: string;
  report: (format: ResultFormat['format'] | 'markdown') => Promise<string>;
  facts: ReactNode;
  /** After what can be done with the result. */
  actions: ReactNode;
}

export function ServiceResult(props: ServiceResultProps) {
  const { workspace, run, result, search, onSearch, file, report, facts, actions } = props;
  const { title, text, color } = rowsSummary(result.tests);
  const save = ({ format, ending }: ResultFormat) =>
    void report(format).then((saved) => saveFile(`${file}.${ending}`, new Blob([saved])), notifyFailure);
  const copy = () => void report('markdown').then((text) => copyText(text, 'Copied as Markdown.'), notifyFailure);
  usePaletteActions([{ id: 'check-copy', label: 'Copy the pre-check for a ticket', group: 'Pre-check', run: copy }]);
  return (
    <>
      <div className="ms-panel ms-check-summary" data-testid="check-summary">
        <Badge size="lg" color={color}>
          {title}
        </Badge>
        <Text size="sm" flex="1 1 20rem">
          {text} By the public Green Button test book: a pre-check, not a certification.
          {facts}
        </Text>
        {run === undefined ? null : (
          <RequestsLink workspace={workspace} about={{ kind: 'check', id: run }} size="compact-sm" />
        )}
        <Button variant="default" onClick={copy}>
          Copy for a ticket
        </Button>
        <SaveMenu onSave={save} />
        {actions}
      </div>
      {result.notes
        .filter(({ severity }) => severity === 'warning')
        .map(({ message }) => (
          <Alert key={message} color="yellow" variant="light">
            {message}
          </Alert>
        ))}
      <ResultSplit
        table={run === undefined ? 'client-tests' : 'service-tests'}
        result={result}
        search={search}
        onSearch={onSearch}
        detail={(test, looked) => (
          <RequestTestDetail
            key={test.key}
            test={test}
            requests={run === undefined ? undefined : { workspace, about: `check:${run}` }}
            onClose={() => onSearch(looked, true)}
          />
        )}
      />
    </>
  );
}
