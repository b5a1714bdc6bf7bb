import { useNavigate } from '@tanstack/react-router';
import { call, fileHandle, useCall } from '../../api/index.ts';
import { notifyFailure } from '../../ui/notify.ts';
import { pickFiles } from '../../ui/pick-files.ts';

/** Checks a chosen or dropped file as it is; nothing of it is opened into the program. */
export function useCheckFiles(workspace: string) {
  const navigate = useNavigate();
  const native = useCall('app.info', undefined).data?.capabilities.openDialog ?? false;
  const show = (handle: string | undefined) => {
    if (handle === undefined) return;
    void navigate({ to: '/w/$workspace/check', params: { workspace }, search: { handle } });
  };
  const checkFiles = (files: readonly File[]) => {
    const [file] = files;
    if (file) fileHandle(file).then(show, notifyFailure);
  };
  const chooseFile = () => {
    if (native) call('documents.choose', undefined).then(([chosen]) => show(chosen?.handle), notifyFailure);
    else pickFiles(checkFiles);
  };
  return { checkFiles, chooseFile };
}
