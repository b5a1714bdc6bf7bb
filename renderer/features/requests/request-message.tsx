/** One side of an exchange: its headers and its body, or why the body is not there. */
import { Code, Title } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import type { KeptBody } from '#shared/contract/requests.ts';
import { Dim } from '../../ui/dim.tsx';
import { FactTable } from '../../ui/fact-table.tsx';
import { formatBytes, formatCount } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { copyText } from '../../ui/notify.ts';

interface MessageProps {
  /** `Request`, `Answer`. */
  name: string;
  headers: Readonly<Record<string, string>>;
  body: KeptBody;
  /** Of the whole body; undefined where it is not known. */
  bytes: number | undefined;
}

export function Message({ name, headers, body, bytes }: MessageProps) {
  const entries = Object.entries(headers);
  return (
    <section aria-label={name}>
      <Title order={3}>{name} headers</Title>
      {entries.length === 0 ? (
        <Dim size="sm">None.</Dim>
      ) : (
        <FactTable facts={entries} names="12rem" spacing={1} className="ms-request-headers" />
      )}
      <Title order={3}>{name} body</Title>
      <Body name={name} body={body} bytes={bytes} type={headers['content-type'] ?? ''} />
    </section>
  );
}

function Body({ name, body, bytes, type }: Pick<MessageProps, 'name' | 'body' | 'bytes'> & { type: string }) {
  const size = bytes === undefined ? '' : formatBytes(bytes);
  if (body.state !== 'kept') {
    return (
      <Dim size="sm">
        {notThere[body.state]}
        {body.state === 'absent' || size === '' ? '' : ` Its size was ${size}.`}
      </Dim>
    );
  }
  return (
    <>
      <div className="ms-request-body-head">
        <Dim>
          {body.cut
            ? `Over the limit, so only the first ${formatCount(body.text.length)} characters are here. The whole has ${size === '' ? 'more' : `${size}, or more`}.`
            : size}
        </Dim>
        <IconButton
          icon={IconCopy}
          label={`Copy the ${name.toLowerCase()} body`}
          onClick={() => void copyText(body.text, 'Copied the body.')}
        />
      </div>
      <Code block className="ms-request-body" tabIndex={0} aria-label={`${name} body`}>
        {shown(body.text, type, body.cut)}
      </Code>
    </>
  );
}

const notThere: Readonly<Record<Exclude<KeptBody['state'], 'kept'>, string>> = {
  absent: 'There was none.',
  setting: 'Not kept: setting. "What is kept" above the log says of which requests bodies are kept.',
  streamed: 'Streamed into the store, and not kept twice: the entries of the authorization show their XML as received.',
  binary: 'Not kept: it is not text.',
  secret: 'Not kept: it holds tokens.',
};

/** JSON is laid out for reading; copying gives it as it came. */
function shown(text: string, type: string, cut: boolean): string {
  if (cut || !/json/i.test(type)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
