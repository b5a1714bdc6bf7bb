/** The raw files that a bill links to. They are fetched when asked for, with the authorization's own token. */
import { IconFileTypePdf } from '@tabler/icons-react';
import type { BillView } from '#shared/contract/bills.ts';
import { useWorkspace } from '../../../api/index.ts';
import { Dim } from '../../../ui/dim.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { fileName } from './file-name.ts';

interface BillFilesProps {
  workspace: string;
  authorization: string | undefined;
  files: BillView['files'];
}

export function BillFiles({ workspace, authorization, files }: BillFilesProps) {
  const here = useWorkspace(workspace);
  if (files.length === 0 || !here) return null;
  // An opened file has no service that could be asked.
  if (here.kind === 'files') {
    return <Dim>Links to {files.map(({ href }) => fileName(href)).join(', ')}, which only its service can send.</Dim>;
  }
  return files.map(({ href, type }) => (
    <ButtonLink
      key={href}
      variant="default"
      leftSection={<IconFileTypePdf size={16} stroke={1.6} aria-hidden />}
      to="/w/$workspace/resources"
      params={{ workspace }}
      search={{ path: href, ...(authorization ? { authorization } : {}) }}
      title={`${fileName(href)}${type ? `, ${type}` : ''}: opens in the resource browser, where it can be saved`}
    >
      Bill file{files.length > 1 ? ` ${fileName(href)}` : ''}
    </ButtonLink>
  ));
}
