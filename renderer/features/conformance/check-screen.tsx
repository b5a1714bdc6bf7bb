/** The pre-check by the public test book: of a document, the service, and clients of the demo. Never a certification. */
import './conformance.css';
import { Tabs, Text } from '@mantine/core';
import { useWorkspace } from '../../api/index.ts';
import { useDropAction } from '../../ui/drop-action.ts';
import { AnchorLink } from '../../ui/links.tsx';
import { Screen } from '../../ui/screen.tsx';
import { type CheckSearch, documentOf } from './check-address.ts';
import { CheckedDocument } from './checked-document.tsx';
import { ClientTab } from './client-tab.tsx';
import { DocumentChooser } from './document-chooser.tsx';
import { ServiceTab } from './service-tab.tsx';
import { useCheckFiles } from './use-check-files.ts';

interface CheckScreenProps {
  workspace: string;
  search: CheckSearch;
  onSearch: (search: CheckSearch, replace?: boolean) => void;
}

export function CheckScreen({ workspace, search, onSearch }: CheckScreenProps) {
  const { checkFiles } = useCheckFiles(workspace);
  useDropAction('Drop a Green Button file to pre-check it', checkFiles);
  const isDemo = useWorkspace(workspace)?.kind === 'demo';
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
  return (
    <Screen
      title="Pre-check"
      facts={
        <Text c="dimmed" size="sm">
          By the public Green Button test book. It is a pre-check, never a certification.
        </Text>
      }
    >
      <Tabs
        className="ms-tabs"
        keepMounted={false}
        value={search.tab ?? 'documents'}
        onChange={(tab) => onSearch(tab === 'service' || tab === 'client' ? { tab } : {})}
      >
        <Tabs.List>
          <Tabs.Tab value="documents">Documents</Tabs.Tab>
          <Tabs.Tab value="service">Service</Tabs.Tab>
          {isDemo ? <Tabs.Tab value="client">Your client</Tabs.Tab> : null}
        </Tabs.List>
        <Tabs.Panel value="documents">
          <DocumentsTab workspace={workspace} search={search} onSearch={onSearch} />
        </Tabs.Panel>
        <Tabs.Panel value="service">
          <ServiceTab workspace={workspace} search={search} onSearch={onSearch} />
        </Tabs.Panel>
        <Tabs.Panel value="client">
          <ClientTab workspace={workspace} search={search} onSearch={onSearch} />
        </Tabs.Panel>
      </Tabs>
    </Screen>
  );
}

function DocumentsTab({ workspace, search: { authorization }, onSearch }: CheckScreenProps) {
  return (
    <>
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
    </>
  );
}
