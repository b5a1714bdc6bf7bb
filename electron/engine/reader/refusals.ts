import { AppError } from '#shared/errors.ts';
import type { Element } from './names.ts';

/** Sentences for documents that are not read at all. */

const ACTION =
  'Choose a Green Button file: an Atom feed or entry in XML, as utilities and Green Button Connect provide it.';

/** What a file that is not XML seems to be, by its first characters. */
const LOOKS: readonly [(head: string) => boolean, string][] = [
  [(head) => head.trim() === '', 'The file is empty.'],
  [
    (head) => /^\s*<\?xml[^<>]*\?>\s*$/.test(head),
    'This file holds nothing but an XML declaration; it may have been cut off.',
  ],
  [(head) => /^\s*[[{]/.test(head), 'This is JSON, not a Green Button feed.'],
  [(head) => head.startsWith('%PDF'), 'This is a PDF document, not a Green Button feed.'],
  [
    (head) => head.startsWith('PK\u0003\u0004'),
    'This is a ZIP archive. Green Button files in it have to be unpacked first.',
  ],
  [(head) => head.startsWith('\u001f\u008b'), 'This file is compressed (gzip). It has to be unpacked first.'],
  [
    (head) => /^HTTP\/\d/.test(head),
    'This is a response saved with its HTTP headers. Remove the lines before the first "<", then open it again.',
  ],
  [
    // What is left of it where its first two bytes were taken for UTF-16, too.
    (head) => ['\0\0\u00fe\u00ff', '\0\0\0<', '\0<', '<\0'].some((begin) => head.startsWith(begin)),
    'This document is in UTF-32, which is not read. Save it as UTF-8 first.',
  ],
  [(head) => /^[^<\n]*[,;\t][^<\n]*\n/.test(head), 'This looks like a table (CSV), not a Green Button feed.'],
];

/** Not XML at all, or damaged before its root element. */
export function notXml(head: Uint8Array, damage?: string): AppError {
  // A byte order mark alone is as good as nothing.
  const text = Buffer.from(head.subarray(0, 512))
    .toString('latin1')
    .replace(/^(\u00ef\u00bb\u00bf)+/, '');
  const look = LOOKS.find(([fits]) => fits(text));
  return new AppError({
    code: text.trim() === '' ? 'feed_empty' : 'feed_not_xml',
    message: look?.[1] ?? `This is not an XML document.${damage ? ` ${damage}` : ''}`,
    action: ACTION,
  });
}

/**
 * The document ended or went wrong before its root element began. With `details.cutOff` the bytes that came may be the
 * beginning of a feed, or there were none: the transfer may have been cut short.
 */
export function brokenBeforeRoot(seen: Uint8Array, damage?: string): AppError {
  const error = notXml(seen, damage);
  const text = Buffer.from(seen.subarray(0, 512)).toString('utf8');
  if (!/^[\s\uFEFF]*(<|$)/.test(text)) return error;
  return new AppError({ ...error.toValue(), details: { cutOff: true } });
}

/** XML, but another kind of document. */
export function notAFeed(root: Pick<Element, 'local' | 'uri' | 'vocabulary'>): AppError {
  if (/^html$/i.test(root.local)) return webPage();
  const name = root.local.slice(0, 60);
  const what =
    root.vocabulary === 'espi' || root.vocabulary === 'customer'
      ? `This is a single ESPI element (<${name}>) without the Atom feed or entry that should be around it.`
      : name === 'feed' || name === 'entry'
        ? `This is a <${name}> of the namespace "${root.uri.slice(0, 100)}", which is not Atom.`
        : `This XML document is not a Green Button feed: it begins with <${name}> instead of <feed> or <entry>.`;
  return new AppError({ code: 'feed_not_atom', message: what, action: ACTION });
}

function webPage(): AppError {
  return new AppError({
    code: 'feed_not_atom',
    message: 'This is a web page, not a Green Button feed.',
    action: 'If it came from a download link, you may have to log in first.',
  });
}

/** A document with a DOCTYPE. */
export function refusedDoctype(html: boolean): AppError {
  if (html) return webPage();
  return new AppError({
    code: 'feed_doctype',
    message:
      'This document has a DOCTYPE. A DOCTYPE can hide attacks (entity definitions), and no Green Button feed needs one.',
    action: 'Ask the provider of the file for one without a DOCTYPE.',
  });
}
