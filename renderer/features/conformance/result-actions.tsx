/** What can be done with a result: copied for a ticket, saved to be given to others; and with its document. */
import { Button } from '@mantine/core';
import type { DocumentRef, PreCheck } from '#shared/contract/conformance.ts';
import { exportKindOf } from '#shared/export-kinds.ts';
import { call } from '../../api/index.ts';
import { copyText, notifyFailure } from '../../ui/notify.ts';
import { usePaletteActions } from '../../ui/palette.ts';
import { saveFile } from '../../ui/save-file.tsx';
import { AnonymiseButton } from './anonymise-button.tsx';
import type { checkInput } from './check-address.ts';
import { FORMATS, type ResultFormat, SaveMenu } from './save-menu.tsx';

interface ResultActionsProps {
  workspace: string;
  document: DocumentRef;
  input: ReturnType<typeof checkInput>;
  result: PreCheck;
  busy: boolean;
  onAgain: () => void;
}

export function ResultActions({ workspace, document, input, result, busy, onAgain }: ResultActionsProps) {
  const copy = () =>
    void call('conformance.report', { ...input, version: result.version, format: 'markdown' }).then(
      (text) => copyText(text, 'Copied as Markdown.'),
      notifyFailure,
    );
  const save = ({ format, ending }: ResultFormat) =>
    void call('conformance.report', { ...input, version: result.version, format }).then(
      (text) => saveFile(`pre-check-${fileName(result.name)}.${ending}`, new Blob([text])),
      notifyFailure,
    );
  usePaletteActions([
    { id: 'check-copy', label: 'Copy the pre-check for a ticket', group: 'Pre-check', run: copy },
    ...FORMATS.map((one) => ({
      id: `check-save-${one.format}`,
      label: `${one.label}: the pre-check`,
      group: 'Pre-check',
      saves: exportKindOf(one.ending),
      run: () => save(one),
    })),
    { id: 'check-again', label: 'Check the document again', group: 'Pre-check', run: onAgain },
  ]);
  return (
    <>
      <Button variant="default" onClick={copy}>
        Copy for a ticket
      </Button>
      <SaveMenu onSave={save} />
      {result.error ? null : <AnonymiseButton workspace={workspace} document={document} />}
      <Button variant="default" loading={busy} onClick={onAgain}>
        Check again
      </Button>
    </>
  );
}

/** The last part of an address, or the name of the file. */
function fileName(name: string): string {
  const last = name.split(/[?#]/)[0]?.split('/').filter(Boolean).at(-1) ?? 'document';
  return last.replace(/\.xml$/i, '').replaceAll(/[^\p{L}\p{N}._-]/gu, '_');
}
