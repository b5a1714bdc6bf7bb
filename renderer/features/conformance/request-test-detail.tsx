/** A test that requests answer: what was expected, what came, what to do, and each request in the request log. */
import { Badge, Text } from '@mantine/core';
import type { RequestTest } from '#shared/contract/service-check.ts';
import { formatCount } from '../../ui/format.ts';
import { AnchorLink } from '../../ui/links.tsx';
import { stateOf } from './check-words.ts';
import { TestHead } from './test-head.tsx';

interface RequestTestDetailProps {
  test: RequestTest;
  /** Where its requests are; undefined where no log of this program has them. */
  requests: { workspace: string; about: string } | undefined;
  onClose: () => void;
}

export function RequestTestDetail({ test, requests, onClose }: RequestTestDetailProps) {
  const { id, requirement, expected, came, cure, contexts, failed, looks } = test;
  const state = stateOf(test);
  return (
    <section className="ms-panel ms-check-detail" aria-label={`Test ${id}`}>
      <TestHead test={test} state={state} onClose={onClose} />
      <Text size="sm">{requirement}</Text>
      <Text size="sm">
        <b>Expected:</b> {expected}
      </Text>
      <Text size="sm">
        <b>{looks.length === 0 ? 'Not looked at:' : 'Came:'}</b> {came || 'nothing asked for it'}
      </Text>
      {state === 'fail' ? (
        <Text size="sm">
          <b>What to do:</b> {cure}
        </Text>
      ) : null}
      {looks.length < contexts ? (
        <Text size="sm">
          Looked {formatCount(contexts)} times, {formatCount(failed)} of them wrong. The first that were right and the
          first that were wrong are listed.
        </Text>
      ) : null}
      <ul className="ms-check-looks">
        {looks.map((look, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: looks have no names, and their order does not change
          <li key={at}>
            <Badge size="sm" miw="4.5rem" color={look.right ? 'green' : 'red'}>
              {look.right ? 'right' : 'wrong'}
            </Badge>
            <span>{look.came}</span>
            {requests && look.request !== undefined ? (
              <AnchorLink
                inherit
                to="/w/$workspace/requests"
                params={{ workspace: requests.workspace }}
                search={{ about: requests.about, request: look.request }}
              >
                Its request
              </AnchorLink>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
