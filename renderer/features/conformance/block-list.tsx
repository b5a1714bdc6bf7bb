/** The function blocks with their verdicts; one of them can be looked at alone. */
import { Badge, Text, UnstyledButton } from '@mantine/core';
import { useMemo } from 'react';
import type { CheckedBlock, CheckedTest } from '#shared/contract/conformance.ts';
import { groupBy } from '#shared/group.ts';
import { countWords, reasonWords, STATE_COLORS, shownBlocks, VERDICT_WORDS } from './check-words.ts';

interface BlockListProps {
  result: { blocks: readonly CheckedBlock[]; tests: readonly CheckedTest[] };
  /** The one that is looked at; undefined for all of them. */
  block: string | undefined;
  onBlock: (block: string | undefined) => void;
}

export function BlockList({ result, block, onBlock }: BlockListProps) {
  const tests = useMemo(() => new Map(groupBy(result.tests, (test) => test.block)), [result]);
  const shown = shownBlocks(result.blocks);
  const own = shown.flatMap(({ id }) => tests.get(id) ?? []);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="ms-panel ms-check-blocks" aria-label="Function blocks" tabIndex={0}>
      <UnstyledButton className="ms-check-block" aria-pressed={block === undefined} onClick={() => onBlock(undefined)}>
        <span className="ms-check-block-head">
          <b>All function blocks</b>
        </span>
        <Text size="xs" c="dimmed">
          {countWords(own)}
        </Text>
      </UnstyledButton>
      {shown.map((one) => (
        <BlockButton
          key={one.id}
          block={one}
          tests={tests.get(one.id) ?? []}
          pressed={block === one.id}
          onPress={() => onBlock(one.id)}
        />
      ))}
      {tests.has('FB_99') ? (
        <UnstyledButton className="ms-check-block" aria-pressed={block === 'FB_99'} onClick={() => onBlock('FB_99')}>
          <span className="ms-check-block-head">
            <b>FB_99</b> Hints of no function block
          </span>
          <Text size="xs" c="dimmed">
            {countWords(tests.get('FB_99') ?? [])}
          </Text>
        </UnstyledButton>
      ) : null}
    </section>
  );
}

interface BlockButtonProps {
  block: CheckedBlock;
  tests: readonly CheckedTest[];
  pressed: boolean;
  onPress: () => void;
}

function BlockButton({ block, tests, pressed, onPress }: BlockButtonProps) {
  return (
    <UnstyledButton className="ms-check-block" aria-pressed={pressed} onClick={onPress} data-block={block.id}>
      <span className="ms-check-block-head">
        <b>{block.id}</b> {block.name}
        <Badge size="sm" ml="auto" miw="max-content" color={STATE_COLORS[block.verdict]}>
          {VERDICT_WORDS[block.verdict]}
        </Badge>
      </span>
      <Text size="xs" c="dimmed">
        {reasonWords(block)}
        {tests.length > 0 ? ` · ${countWords(tests)}` : ''}
      </Text>
    </UnstyledButton>
  );
}
