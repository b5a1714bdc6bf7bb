/** How far the work on a document is, once that takes a moment, and the way to end it. */
import { Button, Progress, Text } from '@mantine/core';
import type { DocumentRef } from '#shared/contract/conformance.ts';
import type { TopicPayload } from '#shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { formatBytes } from '../../ui/format.ts';
import { notifyFailure } from '../../ui/notify.ts';

export type CheckTold = TopicPayload<'conformance.progress'>;

const WORDS: Readonly<Record<CheckTold['doing'], string>> = {
  checking: 'Checking',
  writing: 'Writing the copy',
  comparing: 'Checking the copy',
};

interface CheckProgressProps {
  workspace: string;
  document: DocumentRef;
  told: CheckTold | undefined;
  /** What is said as long as nothing was told. */
  first: string;
  /** Its button takes the focus: the one that began the work is gone. */
  focused?: boolean;
}

export function CheckProgress({ workspace, document, told, first, focused = false }: CheckProgressProps) {
  const share = told && told.total > 0 ? (100 * told.bytes) / told.total : 0;
  return (
    // What is not shown yet cannot take the focus.
    <div className="ms-panel ms-check-progress" role="status" {...(focused ? { style: { animation: 'none' } } : {})}>
      <Text size="sm">
        {told ? `${WORDS[told.doing]}: ${formatBytes(told.bytes)} of ${formatBytes(told.total)}` : first}
      </Text>
      <Progress value={share} aria-label={told ? WORDS[told.doing] : first} flex={1} miw="6rem" />
      <Button
        size="compact-xs"
        variant="default"
        autoFocus={focused}
        onClick={() => call('conformance.cancel', { workspace, document }).catch(notifyFailure)}
      >
        Cancel
      </Button>
    </div>
  );
}
