/** An answer: its status and head, the entities at the left, the text at the right; of XML each marks where the other is. */
import { Badge, Button, Group, Text } from '@mantine/core';
import { useCallback, useMemo, useState } from 'react';
import type { ResourceAnswer } from '#shared/contract/resources.ts';
import { TOKEN_NAMES, type TokenClass } from '#shared/resources.ts';
import { useNow } from '../../ui/clock.ts';
import { toCurl } from '../../ui/copy-as.ts';
import { FactList } from '../../ui/fact-table.tsx';
import { formatBytes, formatCount, formatCountdown, formatDuration, formatOwnTime } from '../../ui/format.ts';
import { copyText } from '../../ui/notify.ts';
import { saveFile } from '../../ui/save-file.tsx';
import { xmlLines } from '../../ui/xml/xml-tokens.ts';
import { XmlView } from '../../ui/xml/xml-view.tsx';
import { AnonymiseButton } from '../conformance/anonymise-button.tsx';
import { CheckLink } from '../conformance/check-link.tsx';
import { Notice } from '../connections/notice.tsx';
import { EntityList, type Place } from './entity-list.tsx';
import { jsonLinks } from './json-entities.ts';
import { JsonEntityList } from './json-entity-list.tsx';
import { LogLink } from './log-link.tsx';
import type { SentByHand } from './operation-words.ts';
import { OutcomeUnknown } from './outcome-unknown.tsx';
import { elementsAt, entryAt, entrySpans, lineOfElement } from './xml-places.ts';

interface AnswerViewProps {
  workspace: string;
  answer: ResourceAnswer;
  /** Asked of the JSON API. */
  json: boolean;
  onFollow: (href: string) => void;
  /** Asks for the same once more; absent for what acts, which is sent by hand only. */
  onAgain?: () => void;
  /** What was sent, where it was no GET. */
  sent?: SentByHand;
}

export function AnswerView({ workspace, answer, json, onFollow, onAgain, sent }: AnswerViewProps) {
  const [place, setPlace] = useState<Place>();
  const [at, setAt] = useState<number>();
  const { lines, spans } = useMemo(() => {
    const all = xmlLines(answer.text ?? '').lines;
    return { lines: all, spans: entrySpans(all) };
  }, [answer.text]);
  const links = useMemo(
    () => (json ? jsonLinks(answer.text ?? '', answer.url) : undefined),
    [json, answer.text, answer.url],
  );
  const span = place && spans[place.entry];
  const choose = (next: Place) => {
    const within = spans[next.entry];
    setPlace(next);
    setAt(within && next.element ? (lineOfElement(lines, within, next.element) ?? within.from) : within?.from);
  };
  const onLine = useCallback(
    (line: number) => {
      const entry = entryAt(spans, line);
      if (entry !== undefined) setPlace({ entry, element: elementsAt(lines[line] ?? [])[0] });
    },
    [lines, spans],
  );
  return (
    <>
      <Head workspace={workspace} answer={answer} json={json} {...(sent ? { sent } : {})} />
      {answer.outcome === 'unknown' && sent ? (
        <OutcomeUnknown workspace={workspace} sent={sent} onFollow={onFollow}>
          {answer.refusal?.message}
        </OutcomeUnknown>
      ) : answer.refusal ? (
        <Notice color="orange" title={answer.refusal.message} role="status">
          {answer.refusal.action}
          {answer.retryAt === undefined ? null : (
            <RetryAfter until={answer.retryAt} {...(onAgain ? { onAgain } : {})} />
          )}
        </Notice>
      ) : null}
      {answer.problems.length > 0 ? (
        <Text size="sm" role="status">
          {formatCount(answer.problems.length)} found while reading:{' '}
          {answer.problems
            .slice(0, 3)
            .map(({ message, line }) => (line === undefined ? message : `line ${line}: ${message}`))
            .join(' · ')}
        </Text>
      ) : null}
      <div className="ms-resource-split">
        {links && (links.entities.length > 0 || links.next !== undefined) ? (
          <JsonEntityList workspace={workspace} links={links} onFollow={onFollow} />
        ) : answer.entities.length > 0 ? (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
          <section className="ms-resource-left" aria-label="Entities" tabIndex={0}>
            <Text size="xs" c="dimmed" data-testid="entity-count">
              {formatCount(answer.entities.length)} of {formatCount(answer.entityCount)} entities
            </Text>
            <EntityList entities={answer.entities} place={place} onPlace={choose} onFollow={onFollow} />
          </section>
        ) : null}
        {answer.text === undefined || answer.text === '' ? null : (
          <XmlView
            xml={answer.text}
            cut={answer.cut}
            label="Body as received"
            {...(span ? { marked: span } : {})}
            {...(at === undefined ? {} : { at })}
            onLine={onLine}
          />
        )}
      </div>
    </>
  );
}

function Head({ workspace, answer, json, sent }: Pick<AnswerViewProps, 'workspace' | 'answer' | 'json' | 'sent'>) {
  const { status, tokenClass, needs, scope, file, requestId, document } = answer;
  const copy = () =>
    void copyText(
      toCurl({
        method: sent?.method ?? 'GET',
        url: answer.url,
        headers: {
          accept: json ? 'application/json' : 'application/atom+xml',
          ...(sent?.body ? { 'content-type': 'application/json' } : {}),
        },
        scheme: tokenClass === 'none' ? undefined : 'Bearer',
        body: sent?.body || undefined,
      }),
      'Copied. The token is read from the environment: METERSCOPE_TOKEN.',
    );
  return (
    <div className="ms-panel ms-resource-head">
      <Group gap="sm">
        <Badge color={status < 300 && status !== 202 ? 'green' : 'red'} data-testid="status">
          {status}
        </Badge>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {sent ? `${sent.method} ` : ''}
          {answer.url}
        </Text>
      </Group>
      <Group gap="md">
        <Text size="xs" data-testid="token-class">
          sent {nameOf(tokenClass)}
          {scope === undefined ? '' : ` of authorization ${scope}`}
          {needs !== undefined && needs !== tokenClass ? `, needs ${nameOf(needs)}` : ''}
        </Text>
        <Text size="xs">{formatDuration(answer.durationMs)}</Text>
        <Text size="xs">{formatBytes(answer.bytes)}</Text>
        <Text size="xs">{answer.contentType ?? 'no content type'}</Text>
        <Text size="xs">{formatOwnTime(answer.at)}</Text>
        <Button size="compact-xs" variant="default" onClick={copy}>
          Copy as cURL
        </Button>
        <LogLink workspace={workspace} requestId={requestId} size="compact-xs" />
        {document === undefined ? null : (
          <>
            <CheckLink workspace={workspace} search={{ answer: document }} />
            <AnonymiseButton workspace={workspace} document={{ answer: document }} size="compact-xs" />
          </>
        )}
        {file?.base64 === undefined ? null : (
          <Button size="compact-xs" onClick={() => void saveFile(file.name, bytesOf(file.base64 ?? ''))}>
            Save {file.name}
          </Button>
        )}
        {file && file.base64 === undefined ? <Text size="xs">The file is larger than 5 MB.</Text> : null}
      </Group>
      <details>
        <summary>Headers ({Object.keys(answer.headers).length})</summary>
        <FactList facts={Object.entries(answer.headers)} className="ms-resource-fields" />
      </details>
    </div>
  );
}

/** When the service is ready to be asked again, by its own word. */
function RetryAfter({ until, onAgain }: { until: number; onAgain?: () => void }) {
  const left = until - useNow(500);
  return (
    <Group gap="sm" mt={6}>
      <Text size="sm" data-testid="retry-after">
        {left > 0
          ? `The service asks to wait until ${formatOwnTime(until)}, another ${formatCountdown(left)}.`
          : 'The wait that the service asked for is over.'}
      </Text>
      {onAgain ? (
        <Button size="compact-xs" variant="default" onClick={onAgain}>
          {left > 0 ? 'Ask again when the wait is over' : 'Ask again'}
        </Button>
      ) : null}
    </Group>
  );
}

function bytesOf(base64: string): Blob {
  return new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))]);
}

function nameOf(tokenClass: string): string {
  // Names of classes are the keys of the table; `none` is not among them.
  return Object.hasOwn(TOKEN_NAMES, tokenClass) ? TOKEN_NAMES[tokenClass as TokenClass] : 'no token';
}
