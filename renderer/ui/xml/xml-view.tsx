/** Raw XML or JSON: highlighted, searchable, virtualised by line, so that a megabyte scrolls like a page. */
import './xml.css';
import { ActionIcon, Text, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconCopy, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { formatCount } from '../format.ts';
import { IconButton } from '../icon-button.tsx';
import { copyText } from '../notify.ts';
import { useLatest } from '../use-latest.ts';
import { moveCursor, runGridKey } from '../virtual-grid/grid-keys.ts';
import { useVirtualRows } from '../virtual-grid/use-virtual-rows.ts';
import { jsonLines } from './json-lines.ts';
import { findLines, widthOf, type XmlLine, xmlLines } from './xml-tokens.ts';

/** Of a displayed line, px; the style sheet has the same. */
const lineHeight = 18;

interface XmlViewProps {
  /** XML, or JSON, which is laid out for reading. */
  xml: string;
  /** For screen readers and the copy message. */
  label: string;
  /** The text was cut for display. */
  cut?: boolean;
  /** Displayed lines, 0-based and both included, that are marked at their side. */
  marked?: { from: number; to: number };
  /** Displayed lines, 0-based, whose text is lit: what is to be looked at. */
  lit?: readonly number[];
  /** Number of the first line where this is a piece of a document, 1-based; not used where lines were added for display. */
  firstLine?: number;
  /** A displayed line that is brought into view and highlighted. */
  at?: number;
  /** Called with the displayed line that the pointer or the keys have moved to. */
  onLine?: (line: number) => void;
}

export function XmlView({ xml, label, cut, marked, lit, firstLine = 1, at, onLine }: XmlViewProps) {
  const { lines, indented, format } = useMemo(() => linesOf(xml), [xml]);
  const scroller = useRef<HTMLElement>(null);
  // What is brought into view has some lines around it.
  const rows = useVirtualRows(scroller, { count: lines.length, rowHeight: lineHeight, overscan: 20, around: 5 });
  const { scrollTo } = rows;
  const find = useFind(lines, scrollTo);
  const latest = useLatest(scrollTo);
  useEffect(() => {
    if (at !== undefined) latest.current(at);
  }, [at]);
  // With `onLine` the lines can be walked: the keys move a cursor, as the pointer does.
  const [cursor, setCursor] = useState<number>();
  const move = ({ key }: { key: string }) => {
    const next = onLine && moveCursor(key, cursor ?? at ?? -1, lines.length, rows.page());
    if (next === undefined) return false;
    setCursor(next);
    onLine?.(next);
    scrollTo(next);
    return true;
  };
  const width = useMemo(() => widthOf(lines), [lines]);
  return (
    <div className="ms-xml">
      <FindBar
        format={format}
        find={find}
        count={lines.length}
        notes={[indented && 'indented for display', cut && 'cut for display']}
      >
        <IconButton
          icon={IconCopy}
          label={`Copy the ${format}`}
          hint="Copy as received"
          iconSize={15}
          size="sm"
          ml="auto"
          onClick={() => void copyText(xml, `Copied: ${label}`)}
        />
      </FindBar>
      <section
        ref={scroller}
        className="ms-xml-scroll"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        onKeyDown={(event) => runGridKey(event, { move })}
      >
        <div style={{ height: rows.height, position: 'relative', minWidth: `${width + 6}ch` }}>
          {rows.items.map(({ index, start }) => (
            <div
              key={index}
              className="ms-xml-line"
              data-current={index === find.line || index === at || index === cursor}
              data-lit={lit?.includes(index) || undefined}
              data-marked={marked !== undefined && index >= marked.from && index <= marked.to}
              onPointerEnter={onLine && (() => onLine(index))}
              style={{ transform: `translateY(${start}px)` }}
            >
              <span className="ms-xml-number" aria-hidden>
                {index + (indented ? 1 : firstLine)}
              </span>
              <Line line={lines[index] ?? []} search={find.search} />
            </div>
          ))}
        </div>
      </section>
    </div>
  );
}

function linesOf(text: string) {
  const json = jsonLines(text);
  return json ? { lines: json, indented: true, format: 'JSON' } : { ...xmlLines(text), format: 'XML' };
}

type Find = ReturnType<typeof useFind>;

/** Searches the lines, and goes from match to match. */
function useFind(lines: readonly XmlLine[], scrollTo: (line: number, align: 'center') => void) {
  const [search, setSearch] = useState('');
  const [hit, setHit] = useState(0);
  const hits = useMemo(() => findLines(lines, search), [lines, search]);
  return {
    search,
    setSearch: (text: string) => {
      setSearch(text);
      setHit(0);
    },
    /** How many lines match, which of them is the current one, and where that is; undefined where there is none. */
    found: hits.length,
    hit,
    line: hits[hit % Math.max(1, hits.length)],
    go: (to: number) => {
      const next = (to + hits.length) % Math.max(1, hits.length);
      setHit(next);
      const line = hits[next];
      if (line !== undefined) scrollTo(line, 'center');
    },
  };
}

interface FindBarProps {
  format: string;
  find: Find;
  /** Of all lines. */
  count: number;
  /** How the text differs from what came: indented, cut. */
  notes: readonly (string | false | undefined)[];
  children: ReactNode;
}

function FindBar({ format, find, count, notes, children }: FindBarProps) {
  const { search, found, hit, line, go } = find;
  const words = search === '' ? `${formatCount(count)} lines` : found === 0 ? 'no match' : `${hit + 1} of ${found}`;
  return (
    <div className="ms-xml-bar">
      <TextInput
        size="xs"
        w={220}
        placeholder={`Find in the ${format}`}
        aria-label={`Find in the ${format}`}
        leftSection={<IconSearch size={14} aria-hidden />}
        value={search}
        onChange={(event) => find.setSearch(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') go(event.shiftKey ? hit - 1 : line !== undefined && hit === 0 ? hit : hit + 1);
        }}
      />
      <ActionIcon size="sm" aria-label="Previous match" disabled={found === 0} onClick={() => go(hit - 1)}>
        <IconChevronUp size={15} />
      </ActionIcon>
      <ActionIcon size="sm" aria-label="Next match" disabled={found === 0} onClick={() => go(hit + 1)}>
        <IconChevronDown size={15} />
      </ActionIcon>
      <Text size="xs" c="dimmed" aria-live="polite">
        {[words, ...notes.filter(Boolean)].join(' · ')}
      </Text>
      {children}
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
