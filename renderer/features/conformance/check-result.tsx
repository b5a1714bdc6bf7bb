/** The result of a document: a sentence, what was asked for, then block by block and test by test. */
import { Alert, Badge, Text } from '@mantine/core';
import type { DocumentRef, PreCheck } from '#shared/contract/conformance.ts';
import type { CheckSearch } from './check-address.ts';
import { summaryOf } from './check-words.ts';
import { DemandBar } from './demand-bar.tsx';
import { ResultSplit } from './result-split.tsx';
import { TestDetail } from './test-detail.tsx';

interface CheckResultProps {
  workspace: string;
  document: DocumentRef;
  result: PreCheck;
  search: CheckSearch;
  onSearch: (search: CheckSearch, replace?: boolean) => void;
}

export function CheckResult({ workspace, document, result, search, onSearch }: CheckResultProps) {
  const summary = summaryOf(result);
  return (
    <>
      <div className="ms-panel ms-check-summary" data-testid="check-summary">
        <Badge size="lg" color={summary.color}>
          {summary.title}
        </Badge>
        <Text size="sm" flex="1 1 20rem">
          {summary.text} By the public Green Button test book: a pre-check, not a certification.
        </Text>
        <DemandBar search={search} onSearch={onSearch} />
      </div>
      {result.notes
        .filter(({ severity, test }) => severity === 'fail' && test === null)
        .map(({ message }) => (
          <Alert key={message} color="red" variant="light">
            {message}
          </Alert>
        ))}
      <ResultSplit
        table="check-tests"
        result={result}
        search={search}
        onSearch={onSearch}
        detail={(opened, looked) => (
          <TestDetail
            key={opened.key}
            workspace={workspace}
            document={document}
            version={result.version}
            test={opened}
            search={search}
            onAt={(at) => onSearch({ ...looked, test: opened.key, ...(at > 0 ? { at } : {}) }, true)}
            onClose={() => onSearch(looked, true)}
          />
        )}
      />
    </>
  );
}
