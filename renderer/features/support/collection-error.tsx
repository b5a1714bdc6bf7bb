import { Alert, Code } from '@mantine/core';
import type { ErrorValue } from '#shared/errors.ts';

/** Why a collection did not start or go on, and what helps. */
export function CollectionError({ error }: { error: ErrorValue }) {
  return (
    <Alert color="red" title={error.message} variant="light" role="alert">
      {error.action} <Code>{error.code}</Code>
    </Alert>
  );
}
