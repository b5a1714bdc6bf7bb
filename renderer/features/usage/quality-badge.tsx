import { Badge } from '@mantine/core';
import type { QualityClass } from '#shared/contract/usage.ts';

const colors: Record<QualityClass, string> = {
  valid: 'green',
  estimated: 'yellow',
  forecast: 'yellow',
  derived: 'yellow',
  implied: 'gray',
  edited: 'grape',
  questionable: 'red',
  missing: 'red',
  other: 'gray',
  unknown: 'gray',
};

/** The quality of a reading in words, with the code of the standard where one was sent. */
export function QualityBadge({ quality, code }: { quality: QualityClass; code?: number | undefined }) {
  return (
    <Badge size="sm" color={colors[quality]}>
      {quality === 'unknown' ? 'not given' : quality}
      {code === undefined ? '' : ` (${code})`}
    </Badge>
  );
}
