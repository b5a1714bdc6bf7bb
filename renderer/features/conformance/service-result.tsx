/** What came of the rows that requests answer: a sentence, then block by block and test by test. */
import { Alert, Badge, Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { RowsResult } from '#shared/contract/service-check.ts';
import { call } from '../../api/index.ts';
import { notifyFailure } from '../../ui/notify.ts';
import { saveFile } from '../../ui/save-file.tsx';
import { RequestsLink } from '../requests/requests-link.tsx';
import type { CheckSearch } from './check-address.ts';
import { rowsSummary } from './check-words.ts';
import { RequestTestDetail } from './request-test-detail.tsx';
import { ResultSplit } from './result-split.tsx';
import { type ResultFormat, SaveMenu } from './save-menu.tsx';

interface ServiceResultProps {
  workspace: string;
  /** Id of the run. */
  run: string;
  result: RowsResult;
  search: CheckSearch;
  onSearch: (search: CheckSearch, replace?: boolean) => void;
  onAgain: () => void;
  facts: ReactNode;
}

export function ServiceResult({ workspace, run, result, search, onSearch, onAgain, facts }: ServiceResultProps) {
  const { title, text, color } = rowsSummary(result.tests);
  const save = ({ format, ending }: ResultFormat) =>
    void call('conformance.serviceReport', { workspace, format }).then(
      (saved) => saveFile(`pre-check-service.${ending}`, new Blob([saved])),
      notifyFailure,
    );
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
        <RequestsLink workspace={workspace} about={{ kind: 'check', id: run }} size="compact-sm" />
        <SaveMenu onSave={save} />
        <Button variant="default" onClick={onAgain}>
          Check again
        </Button>
      </div>
      {result.notes
        .filter(({ severity }) => severity === 'warning')
        .map(({ message }) => (
          <Alert key={message} color="yellow" variant="light">
            {message}
          </Alert>
        ))}
      <ResultSplit
        result={result}
        search={search}
        onSearch={onSearch}
        detail={(test, looked) => (
          <RequestTestDetail
            key={test.key}
            test={test}
            requests={{ workspace, about: `check:${run}` }}
            onClose={() => onSearch(looked, true)}
          />
        )}
      />
    </>
  );
}
