/** One test: what it asks for, the cure, what is wrong with it in the book, and each place where it fails with its XML. */
import { Group, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { CheckedTest, DocumentRef } from '#shared/contract/conformance.ts';
import { useCall } from '../../api/index.ts';
import { formatCount } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Pending } from '../../ui/states.tsx';
import { linesOfTags } from '../../ui/xml/xml-tags.ts';
import { xmlLines } from '../../ui/xml/xml-tokens.ts';
import { XmlView } from '../../ui/xml/xml-view.tsx';
import { type CheckSearch, checkInput } from './check-address.ts';
import { placeWords, stateOf } from './check-words.ts';
import { TestHead } from './test-head.tsx';

interface TestDetailProps {
  workspace: string;
  document: DocumentRef;
  /** Of the document that was judged. */
  version: string;
  test: CheckedTest;
  search: CheckSearch;
  /** Number of the failure that is looked at. */
  onAt: (at: number) => void;
  onClose: () => void;
}

export function TestDetail({ workspace, document, version, test, search, onAt, onClose }: TestDetailProps) {
  const { id, verdict, requirement, cure, flaw, asWritten, failures, failed } = test;
  const at = Math.min(search.at ?? 0, Math.max(0, failures.length - 1));
  const place = failures[at];
  const state = stateOf(test);
  return (
    <section className="ms-panel ms-check-detail" aria-label={`Test ${id}`}>
      <TestHead test={test} state={state} onClose={onClose}>
        {failures.length > 0 ? (
          <Places at={at} count={failures.length} failed={failed} words={place ? placeWords(place) : ''} onAt={onAt} />
        ) : null}
      </TestHead>
      <Text size="sm">{requirement}</Text>
      {place?.message && place.message !== `${requirement} ${cure}` ? <Text size="sm">{place.message}</Text> : null}
      <Text size="sm">
        <b>{state === 'not_checkable' ? 'Why' : 'What to do'}:</b> {cure}
      </Text>
      {asWritten === undefined && flaw === undefined ? null : (
        <Text size="sm" className="ms-check-flaw">
          <b>The book as written:</b>{' '}
          {asWritten === undefined
            ? ''
            : `it comes to "${asWritten}" here, and so would a certifier, whom the function block follows; by its text the test comes to "${verdict}". `}
          {flaw}
        </Text>
      )}
      {place ? <Offence {...{ workspace, document, version, search }} test={id} at={at} /> : null}
    </section>
  );
}

interface PlacesProps {
  at: number;
  /** Listed, and in all. */
  count: number;
  failed: number;
  words: string;
  onAt: (at: number) => void;
}

function Places({ at, count, failed, words, onAt }: PlacesProps) {
  return (
    <Group gap={4} wrap="nowrap">
      <IconButton
        icon={IconChevronLeft}
        label="Previous failure"
        iconSize={15}
        size="sm"
        disabled={at === 0}
        onClick={() => onAt(at - 1)}
      />
      <Text size="sm" data-testid="place" aria-live="polite">
        {formatCount(at + 1)} of {formatCount(failed)}: {words}
        {failed > count ? ` (the first ${formatCount(count)} are listed)` : ''}
      </Text>
      <IconButton
        icon={IconChevronRight}
        label="Next failure"
        iconSize={15}
        size="sm"
        disabled={at >= count - 1}
        onClick={() => onAt(at + 1)}
      />
    </Group>
  );
}

interface OffenceProps extends Pick<TestDetailProps, 'workspace' | 'document' | 'version' | 'search'> {
  test: string;
  at: number;
}

/** The entry that fails, with the tags that the test is about. */
function Offence({ workspace, document, version, search, test, at }: OffenceProps) {
  const excerpt = useCall('conformance.excerpt', {
    ...checkInput(workspace, document, search),
    version,
    test,
    failure: at,
  });
  const { data } = excerpt;
  const marks = useMemo(() => data && linesOfTags(xmlLines(data.xml).lines, data.marks), [data]);
  if (excerpt.error || !data) return <Pending query={excerpt} label="Loading the XML" />;
  const [first] = marks ?? [];
  return (
    <XmlView
      xml={data.xml}
      cut={data.cut}
      label="The XML that fails"
      firstLine={data.line}
      lit={marks ?? []}
      {...(first === undefined ? {} : { at: first })}
    />
  );
}
