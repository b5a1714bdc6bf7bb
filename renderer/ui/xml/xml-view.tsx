/** Raw XML: highlighted, searchable, virtualised by line, so that a megabyte scrolls like a page. */
import './xml.css';
import { ActionIcon, Text, TextInput, Tooltip } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconCopy, IconSearch } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { formatCount } from '../format.ts';
import { copyText } from '../notify.ts';
import { moveCursor } from '../table/columns.ts';
import { findLines, widthOf, type XmlLine, xmlLines } from './xml-tokens.ts';

/** Of a displayed line, px; the style sheet has the same. */
const lineHeight = 18;

interface XmlViewProps {
  xml: string;
  /** For screen readers and the copy message. */
  label: string;
  /** The text was cut for display. */
  cut?: boolean;
  /** Displayed lines, 0-based and both included, that are marked at their side. */
  marked?: { from: number; to: number };
  /** A displayed line that is brought into view and highlighted. */
  at?: number;
  /** Told which displayed line the pointer is on, or the keys have gone to. */
  onLine?: (line: number) => void;
}

export function XmlView({ xml, label, cut, marked, at, onLine }: XmlViewProps) {
  const { lines, indented } = useMemo(() => xmlLines(xml), [xml]);
  const [search, setSearch] = useState('');
  const [hit, setHit] = useState(0);
  const hits = useMemo(() => findLines(lines, search), [lines, search]);
  const scroller = useRef<HTMLElement>(null);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => lineHeight,
    overscan: 20,
    // What is brought into view has some lines around it.
    scrollPaddingStart: 5 * lineHeight,
    scrollPaddingEnd: 5 * lineHeight,
  });
  const current = hits[hit % Math.max(1, hits.length)];
  useEffect(() => {
    if (at !== undefined) virtual.scrollToIndex(at, { align: 'auto' });
  }, [at, virtual]);
  const go = (to: number) => {
    const next = (to + hits.length) % Math.max(1, hits.length);
    setHit(next);
    const line = hits[next];
    if (line !== undefined) virtual.scrollToIndex(line, { align: 'center' });
  };
  // With `onLine` the lines can be walked: the keys move a cursor, as the pointer does.
  const [cursor, setCursor] = useState<number>();
  const onKeyDown = (event: KeyboardEvent) => {
    if (!onLine || event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.floor((scroller.current?.clientHeight ?? 300) / lineHeight) - 1;
    const next = moveCursor(event.key, cursor ?? at ?? -1, lines.length, page);
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    setCursor(next);
    onLine(next);
    virtual.scrollToIndex(next, { align: 'auto' });
  };
  const width = useMemo(() => widthOf(lines), [lines]);
  return (
    <div className="ms-xml">
      <div className="ms-xml-bar">
        <TextInput
          size="xs"
          w={220}
          placeholder="Find in the XML"
          aria-label="Find in the XML"
          leftSection={<IconSearch size={14} aria-hidden />}
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            setHit(0);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter')
              go(event.shiftKey ? hit - 1 : search && current !== undefined && hit === 0 ? hit : hit + 1);
          }}
        />
        <ActionIcon size="sm" aria-label="Previous match" disabled={hits.length === 0} onClick={() => go(hit - 1)}>
          <IconChevronUp size={15} />
        </ActionIcon>
        <ActionIcon size="sm" aria-label="Next match" disabled={hits.length === 0} onClick={() => go(hit + 1)}>
          <IconChevronDown size={15} />
        </ActionIcon>
        <Text size="xs" c="dimmed" aria-live="polite">
          {search === ''
            ? `${formatCount(lines.length)} lines`
            : hits.length === 0
              ? 'no match'
              : `${hit + 1} of ${hits.length}`}
          {indented ? ' · indented for display' : ''}
          {cut ? ' · cut for display' : ''}
        </Text>
        <Tooltip label="Copy as received">
          <ActionIcon
            size="sm"
            ml="auto"
            aria-label="Copy the XML"
            onClick={() => void copyText(xml, `Copied: ${label}`)}
          >
            <IconCopy size={15} />
          </ActionIcon>
        </Tooltip>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section ref={scroller} className="ms-xml-scroll" aria-label={label} tabIndex={0} onKeyDown={onKeyDown}>
        <div style={{ height: virtual.getTotalSize(), position: 'relative', minWidth: `${width + 6}ch` }}>
          {virtual.getVirtualItems().map((item) => (
            <div
              key={item.index}
              className="ms-xml-line"
              data-current={(item.index === current && search !== '') || item.index === at || item.index === cursor}
              data-marked={marked !== undefined && item.index >= marked.from && item.index <= marked.to}
              onPointerEnter={onLine && (() => onLine(item.index))}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <span className="ms-xml-number" aria-hidden>
                {item.index + 1}
              </span>
              <Line line={lines[item.index] ?? []} search={search} />
            </div>
          ))}
        </div>
      </section>
    </div>
  );
}

function Line({ line, search }: { line: XmlLine; search: string }) {
  return (
    <code>
      {line.map((token, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: tokens of a line never move
        <span key={index} data-kind={token.kind}>
          <Marked text={token.text} search={search} />
        </span>
      ))}
    </code>
  );
}

function Marked({ text, search }: { text: string; search: string }) {
  if (search === '') return text;
  const at = text.toLowerCase().indexOf(search.toLowerCase());
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + search.length)}</mark>
      {text.slice(at + search.length)}
    </>
  );
}
