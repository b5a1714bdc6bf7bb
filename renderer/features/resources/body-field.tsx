/** The body of a request that acts: JSON, with the place of its first mistake, and what the service will most likely refuse. */
import { Button, Group, Text, Textarea } from '@mantine/core';
import { useRef } from 'react';
import { jsonMistake } from '#shared/json-mistake.ts';
import type { JsonOperation } from '#shared/json-operations.ts';
import { doubtsAbout } from './operation-words.ts';

interface BodyFieldProps {
  body: string;
  /** Undefined for one that is not known. */
  operation: JsonOperation | undefined;
  onBody: (body: string) => void;
}

export function BodyField({ body, operation, onBody }: BodyFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const mistake = body === '' ? undefined : jsonMistake(body);
  const doubts = mistake || !operation ? [] : doubtsAbout(operation, body);
  const goTo = (offset: number) => {
    field.current?.focus();
    field.current?.setSelectionRange(offset, Math.min(offset + 1, body.length));
  };
  return (
    <div className="ms-resource-body">
      <Textarea
        ref={field}
        label="Body, JSON"
        size="xs"
        autosize
        minRows={4}
        maxRows={12}
        spellCheck={false}
        maxLength={1_000_000}
        value={body}
        onChange={(event) => onBody(event.currentTarget.value)}
        {...(mistake ? { error: `Line ${mistake.line}, column ${mistake.column}: ${mistake.message}.` } : {})}
      />
      {mistake ? (
        <Group>
          <Button size="compact-xs" variant="default" onClick={() => goTo(mistake.offset)}>
            Go to line {mistake.line}
          </Button>
        </Group>
      ) : null}
      {doubts.length === 0 ? null : (
        <Text size="xs" role="status">
          The service will most likely refuse it: {doubts.join('; ')}.
        </Text>
      )}
    </div>
  );
}
