/** One document: that it is being checked, why it cannot be judged, or its result, the summary first. */
import { Button, Progress, Text } from '@mantine/core';
import type { DocumentRef } from '#shared/contract/conformance.ts';
import { asErrorValue, call } from '../../api/index.ts';
import { formatBytes, formatOwnTime } from '../../ui/format.ts';
import { AnchorLink } from '../../ui/links.tsx';
import { notifyFailure } from '../../ui/notify.ts';
import { Screen } from '../../ui/screen.tsx';
import { EmptyState, FailureState, RefreshFailure } from '../../ui/states.tsx';
import { type CheckSearch, checkInput } from './check-address.ts';
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
  const { result, progress } = useCheck(workspace, document, search);
  const { data, error, isFetching } = result;
  const again = () => void result.refetch();
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
      {isFetching ? <Checking workspace={workspace} document={document} progress={progress} /> : null}
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

interface CheckingProps extends Pick<CheckedDocumentProps, 'workspace' | 'document'> {
  progress: { bytes: number; total: number } | undefined;
}

/** How far it is, once that takes a moment. */
function Checking({ workspace, document, progress }: CheckingProps) {
  const share = progress && progress.total > 0 ? (100 * progress.bytes) / progress.total : 0;
  return (
    <div className="ms-panel ms-check-progress" role="status">
      <Text size="sm">
        {progress
          ? `Checking: ${formatBytes(progress.bytes)} of ${formatBytes(progress.total)}`
          : 'Checking the document'}
      </Text>
      <Progress value={share} aria-label="Checked" flex={1} />
      <Button
        size="compact-xs"
        variant="default"
        onClick={() => call('conformance.cancel', { workspace, document }).catch(notifyFailure)}
      >
        Cancel
      </Button>
    </div>
  );
}
