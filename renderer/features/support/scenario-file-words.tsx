/** What a scenario file will do, before it does it. */
import { List, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ScenarioFilePreview } from '#shared/contract/scenario-files.ts';
import { FactList } from '../../ui/fact-table.tsx';

interface ScenarioFileWordsProps {
  preview: ScenarioFilePreview;
  utilities: readonly string[];
  form: string;
}

export function ScenarioFileWords({ preview, utilities, form }: ScenarioFileWordsProps) {
  const { file, steps, waits, builtIn, own } = preview;
  return (
    <>
      <Text fw={600}>{file.name}</Text>
      <Text size="sm" c="dimmed">
        At {utilities.join(', ') || 'no utility'}, with form {form || 'none'}
      </Text>
      <Part title="Steps">
        <List type="ordered" size="sm">
          {steps.map((words, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a step may come twice, and none moves
            <List.Item key={index}>{words}</List.Item>
          ))}
        </List>
      </Part>
      <Part title="Waits">
        {waits.map((words) => (
          <Text size="sm" key={words}>
            {words}
          </Text>
        ))}
      </Part>
      <Part title="Expectations">
        <Text size="sm">
          {builtIn.count === 0
            ? 'None of the built-in expectations of the scenario counts.'
            : builtIn.leftOut.length === 0
              ? 'All built-in expectations of the scenario count.'
              : `The built-in expectations of the scenario count, except ${builtIn.leftOut.join(', ')}.`}
        </Text>
        <Text size="sm">
          {own.length === 0 ? 'The file has no expectations of its own.' : 'Its own expectations beside them:'}
        </Text>
        {own.length === 0 ? null : (
          <FactList facts={own.map(({ name, expected }) => [name, expected])} className="ms-support-own" />
        )}
      </Part>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Title order={3} size="h6">
        {title}
      </Title>
      {children}
    </section>
  );
}
