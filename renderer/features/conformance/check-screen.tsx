/** The pre-check by the public test book: choose a document, then its result. Never a certification. */
import './conformance.css';
import { Text } from '@mantine/core';
import { useDropAction } from '../../ui/drop-action.ts';
import { AnchorLink } from '../../ui/links.tsx';
import { Screen } from '../../ui/screen.tsx';
import { type CheckSearch, documentOf } from './check-address.ts';
import { CheckedDocument } from './checked-document.tsx';
import { DocumentChooser } from './document-chooser.tsx';
import { useCheckFiles } from './use-check-files.ts';

interface CheckScreenProps {
  workspace: string;
  search: CheckSearch;
  onSearch: (search: CheckSearch, replace?: boolean) => void;
}

export function CheckScreen({ workspace, search, onSearch }: CheckScreenProps) {
  const { checkFiles } = useCheckFiles(workspace);
  useDropAction('Drop a Green Button file to pre-check it', checkFiles);
  const document = documentOf(search);
  if (document) {
    return (
      // Another document starts afresh; nothing of the one before may linger.
      <CheckedDocument
        key={JSON.stringify(document)}
        workspace={workspace}
        document={document}
        search={search}
        onSearch={onSearch}
      />
    );
  }
  const { authorization } = search;
  return (
    <Screen
      title="Pre-check"
      facts={
        <Text c="dimmed" size="sm">
          A document by the public Green Button test book. It is a pre-check, never a certification.
        </Text>
      }
    >
      {authorization === undefined ? null : (
        <Text size="sm">
          Answers that were fetched for authorization {authorization}.{' '}
          <AnchorLink to="/w/$workspace/check" params={{ workspace }} search={{}} inherit>
            Show all documents
          </AnchorLink>
        </Text>
      )}
      <DocumentChooser
        workspace={workspace}
        authorization={authorization}
        onChoose={(source) => onSearch({ source })}
      />
    </Screen>
  );
}
