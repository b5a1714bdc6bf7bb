import { usePaletteActions } from '../../ui/palette.ts';
import { useCheckFiles } from './use-check-files.ts';

/** Offers the pre-check of a file in the palette, on every screen. */
export function CheckFileAction({ workspace }: { workspace: string }) {
  const { chooseFile } = useCheckFiles(workspace);
  usePaletteActions([
    {
      id: 'check-file',
      label: 'Pre-check a Green Button file',
      group: 'Files',
      keywords: 'conformance test book validate certification',
      run: chooseFile,
    },
  ]);
  return null;
}
