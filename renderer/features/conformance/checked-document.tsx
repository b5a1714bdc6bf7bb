/** One document: that it is being checked, why it cannot be judged, or its result, the summary first. */
import { Button, Text } from '@mantine/core';
import type { DocumentRef } from '#shared/contract/conformance.ts';
import { asErrorValue } from '../../api/index.ts';
import { formatBytes, formatOwnTime } from '../../ui/format.ts';
import { AnchorLink } from '../../ui/links.tsx';
import { Screen } from '../../ui/screen.tsx';
import { EmptyState, FailureState, RefreshFailure } from '../../ui/states.tsx';
import { type CheckSearch, checkInput } from './check-address.ts';
import { CheckProgress } from './check-progress.tsx';
import { CheckResult } from './check-result.tsx';
import { ResultActions } from './result-actions.tsx';
import { useCheck } from './use-check.ts';

interface CheckedDocumentProps {
  workspace: string;
  document: DocumentRef;
  search: CheckSearch;
  onSearch: (search: CheckSearch, replace?: boolean) => void;
}

export function CheckedDocument({ workspace, document, search, onSearch }: CheckedDocumentProps) {
  const { result, told, again } = useCheck(workspace, document, search);
  const { data, error, isFetching } = result;
  return (
    <Screen
      title="Pre-check"
      crumbs={[
        <AnchorLink key="all" to="/w/$workspace/check" params={{ workspace }} search={{}} inherit>
          Documents
        </AnchorLink>,
      ]}
      facts={
        data ? (
          <Text size="sm" className="ms-check-name" data-testid="checked-document">
            {data.name}
            <Text span c="dimmed" size="sm">
              {` · ${formatBytes(data.bytes)} · checked ${formatOwnTime(data.checkedAt)}`}
            </Text>
          </Text>
        ) : null
      }
      actions={
        data ? (
          <ResultActions
            workspace={workspace}
            document={document}
            input={checkInput(workspace, document, search)}
            result={data}
            busy={isFetching}
            onAgain={again}
          />
        ) : null
      }
    >
      {isFetching ? (
        <CheckProgress workspace={workspace} document={document} told={told} first="Checking the document" />
      ) : null}
      {data ? (
        <>
          {error ? <RefreshFailure error={error} onRetry={again} /> : null}
          {data.error ? (
            <FailureState title="This document cannot be judged" error={data.error} onRetry={again} />
          ) : (
            <CheckResult workspace={workspace} document={document} result={data} search={search} onSearch={onSearch} />
          )}
        </>
      ) : error && !isFetching ? (
        asErrorValue(error).code === 'cancelled' ? (
          <EmptyState title="The pre-check was cancelled" action={<Button onClick={again}>Check it</Button>} />
        ) : (
          <FailureState error={error} onRetry={again} />
        )
      ) : null}
    </Screen>
  );
}
