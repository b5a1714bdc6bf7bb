/** That an administrator has set something, and whether that can be relied on. */
import { Alert, Code } from '@mantine/core';
import { usePolicy } from '../../ui/policy.tsx';

export function PolicyNotice() {
  const { view } = usePolicy();
  if (view?.file === undefined) return null;
  return (
    <Alert color={view.isOpenToUser ? 'yellow' : 'blue'} variant="light" mb="md" maw="46rem">
      Some settings are set by your administrator for every user of this computer, in <Code>{view.file}</Code>. They
      cannot be changed here.
      {view.isOpenToUser
        ? ' But you may change that file, so it protects nothing: tell your administrator that only they should be able to.'
        : ''}
    </Alert>
  );
}
