/**
 * A request as a text that sends it again: a command line for cURL, JavaScript for Node, Python. Where the token goes stands
 * the variable METERSCOPE_TOKEN of the environment.
 */

export interface CopiedRequest {
  method: string;
  url: string;
  /** By name. The login is told by {@link scheme}. */
  headers: Readonly<Record<string, string>>;
  /** `Bearer` or `Basic` where a login was sent. */
  scheme?: string | undefined;
  body?: string | undefined;
  /** What is missing in it, a sentence; stands above as a comment. */
  note?: string | undefined;
}

const TOKEN = 'METERSCOPE_TOKEN';
/** Each client does these its own way. */
const LEFT_OUT = /^(?:accept-encoding|authorization|connection|content-length|host)$/i;

/** For a POSIX shell. */
export function toCurl({ method, url, headers, scheme, body, note }: CopiedRequest): string {
  const parts = [
    // Brackets and braces are letters of the address; dots in its path stay.
    `curl -i --globoff --path-as-is --compressed ${quoted(url)}`,
    ...(method === 'GET' && body === undefined ? [] : [`-X ${method}`]),
    ...sentHeaders(headers).map(([name, value]) => `-H ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`),
    ...(scheme === undefined ? [] : [`-H "Authorization: ${scheme} $${TOKEN}"`]),
    ...(body === undefined ? [] : [`--data-raw ${quoted(body)}`]),
  ];
  return `${comment('#', note)}${parts.join(' \\\n  ')}`;
}

/** For Node, or the console of a browser. */
export function toFetch({ method, url, headers, scheme, body, note }: CopiedRequest): string {
  const login = scheme === undefined ? [] : [`    Authorization: \`${scheme} \${process.env.${TOKEN}}\`,`];
  return [
    `${comment('//', note)}const answer = await fetch(${literal(url)}, {`,
    `  method: ${literal(method)},`,
    '  headers: {',
    ...sentHeaders(headers).map(([name, value]) => `    ${literal(name)}: ${literal(value)},`),
    ...login,
    '  },',
    ...(body === undefined ? [] : [`  body: ${literal(body)},`]),
    '});',
    'console.log(answer.status, await answer.text());',
  ].join('\n');
}

/** For Python 3, without other packages. */
export function toPython({ method, url, headers, scheme, body, note }: CopiedRequest): string {
  const login = scheme === undefined ? [] : [`        "Authorization": "${scheme} " + os.environ["${TOKEN}"],`];
  return [
    ...(scheme === undefined ? [] : ['import os']),
    'import urllib.error',
    'import urllib.request',
    '',
    `${comment('#', note)}request = urllib.request.Request(`,
    `    ${literal(url)},`,
    `    method=${literal(method)},`,
    '    headers={',
    ...sentHeaders(headers).map(([name, value]) => `        ${literal(name)}: ${literal(value)},`),
    ...login,
    '    },',
    ...(body === undefined ? [] : [`    data=${literal(body)}.encode(),`]),
    ')',
    'try:',
    '    answer = urllib.request.urlopen(request)',
    'except urllib.error.HTTPError as refusal:',
    '    answer = refusal',
    'print(answer.status, answer.read().decode())',
  ].join('\n');
}

function sentHeaders(headers: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(headers).filter(([name]) => !LEFT_OUT.test(name));
}

/** One word of a POSIX shell: nothing within single quotes means anything but itself. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A JSON string is one of JavaScript and of Python as well. */
function literal(text: string): string {
  return JSON.stringify(text.toWellFormed());
}

function comment(mark: string, note: string | undefined): string {
  return note === undefined ? '' : `${mark} ${note.replace(/\s+/g, ' ')}\n`;
}
