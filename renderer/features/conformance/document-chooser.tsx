/** The documents that can be checked: what is kept of this workspace, and any file. */
import { Button } from '@mantine/core';
import { IconFileCheck, IconFolderOpen } from '@tabler/icons-react';
import type { StoredDocument } from '#shared/contract/conformance.ts';
import type { DOCUMENT_COLUMNS } from '#shared/list-columns.ts';
import { call, queryKey, useCall } from '../../api/index.ts';
import { formatBytes, formatCount, formatOwnTime, ownZone } from '../../ui/format.ts';
import { EmptyState } from '../../ui/states.tsx';
import { PagedTable, type TableColumn } from '../../ui/table/index.ts';
import { listChoices, listQuestion } from '../../ui/table/list-question.ts';
import { useCheckFiles } from './use-check-files.ts';

const columns: TableColumn<StoredDocument>[] = [
  {
    id: 'kind',
    header: 'Kind',
    width: [6, 0],
    value: (row) => (row.kind === 'file' ? 'file' : 'answer'),
    filter: true,
  },
  { id: 'label', header: 'Document', width: [18, 4], value: ({ label }) => shownLabel(label) },
  { id: 'holds', header: 'Holds', width: [14, 3], value: ({ holds }) => holdsWords(holds) },
  { id: 'bytes', header: 'Size', width: [5.5, 0], value: (row) => row.bytes, format: formatBytes },
  {
    id: 'at',
    header: 'Received',
    width: [10.5, 0],
    value: (row) => row.at,
    instant: 'milliseconds',
    render: (row) => formatOwnTime(row.at),
  },
];

/** An address without what all of a service's have in common. */
function shownLabel(label: string): string {
  return label.replace(/^https?:\/\/[^/]*.*?\/resource(?=\/)/, '');
}

function holdsWords(holds: StoredDocument['holds']): string {
  return Object.entries(holds)
    .map(([name, count]) => `${formatCount(count)} ${name}`)
    .join(', ');
}

/** Rows that are asked for at once: some more than a screen shows. */
const pageSize = 100;

interface DocumentChooserProps {
  workspace: string;
  /** Uid: only what was fetched for it. */
  authorization: string | undefined;
  onChoose: (source: string) => void;
}

export function DocumentChooser({ workspace, authorization, onChoose }: DocumentChooserProps) {
  const which = { workspace, ...(authorization === undefined ? {} : { authorization }) };
  const choices = useCall('documents.choices', which);
  const { chooseFile } = useCheckFiles(workspace);
  const button = (
    <Button leftSection={<IconFolderOpen size={15} aria-hidden />} onClick={chooseFile}>
      Pre-check a file
    </Button>
  );
  return (
    <PagedTable<StoredDocument>
      id="documents"
      noun="documents"
      columns={columns}
      searched
      pageSize={pageSize}
      queryKey={queryKey('documents.list', which)}
      ask={(page, view) =>
        call('documents.list', {
          ...which,
          ...page,
          ...listQuestion<(typeof DOCUMENT_COLUMNS)[number]>(view),
          zone: ownZone,
        })
      }
      choices={listChoices(choices.data)}
      onOpen={({ source }) => onChoose(source)}
      actions={button}
      empty={
        <div className="ms-panel">
          <EmptyState icon={IconFileCheck} title="No document is kept here yet" action={button}>
            Drop a Green Button XML file here, or choose one; it is checked, and not opened in the program. Answers of
            the service are listed once data was fetched.
          </EmptyState>
        </div>
      }
    />
  );
}
