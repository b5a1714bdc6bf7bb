/** The support bundle: what helps to find a fault, without tokens and without anything about a customer. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { JobView } from '#shared/contract/jobs.ts';
import type { RequestView } from '../http/index.ts';
import { type Redaction, redactor } from './personal-data.ts';
import { zip } from './zip.ts';

export interface BundleFacts {
  /** Epoch milliseconds. */
  at: number;
  about: Record<string, unknown>;
  /** By workspace: kind, sizes, states; names are left out because a user may name one after a customer. */
  workspaces: readonly Record<string, unknown>[];
  jobs: readonly JobView[];
  requests: readonly RequestView[];
  logFolder: string;
}

/** Newest lines of each log that go in. */
const LOG_BYTES = 2 * 1024 * 1024;
const LOGS = ['meterscope.1.log', 'meterscope.log'];

/** Stands for a workspace that a log still names although it was deleted, or could not be read. */
const UNLISTED = 'unlisted';
/** A member of a JSON text, or a path in the data folder. */
const NAMED_WORKSPACE =
  /"workspace"\s*:\s*"([^"\\]+)"|\bworkspaces[\\/]+([a-z0-9-]+)[\\/]+(?:store\.duckdb|raw)\b|\bevents[\\/]+([a-z0-9-]+)\.json\b/g;

/** Builds the archive; every text goes through the same redaction as its last step. */
export async function supportBundle(
  facts: BundleFacts,
  redaction: Redaction,
): Promise<{ name: string; bytes: Buffer }> {
  const members = [
    { name: 'README.txt', text: README },
    { name: 'about.json', text: json(facts.about) },
    { name: 'workspaces.json', text: json(facts.workspaces) },
    { name: 'jobs.json', text: json(facts.jobs.map(jobFacts)) },
    { name: 'requests.ndjson', text: facts.requests.map((request) => `${JSON.stringify(request)}\n`).join('') },
  ];
  for (const name of LOGS) {
    const text = await newestLines(path.join(facts.logFolder, name));
    if (text !== '') members.push({ name, text });
  }
  const listed = new Set([...facts.workspaces.map(({ workspace }) => workspace), ...redaction.aliases.keys()]);
  const unlisted = members.flatMap(({ text }) => workspacesIn(text)).filter((id) => !listed.has(id));
  const redact = redactor({
    ...redaction,
    // The id is made of the name, whose words may stand in a sentence.
    aliases: new Map([
      ...redaction.aliases,
      ...unlisted.flatMap((id) => [id, id.replaceAll('-', ' ')].map((form) => [form, UNLISTED] as const)),
    ]),
  });
  const stamp = new Date(facts.at).toISOString().slice(0, 16).replace(/[:T-]/g, '');
  return {
    name: `meterscope-support-${stamp}.zip`,
    bytes: zip(
      members.map(({ name, text }) => ({ name, text: redact(text) })),
      facts.at,
    ),
  };
}

/** Ids of workspaces that a text names as such; in free text they cannot be told from words. */
function workspacesIn(text: string): string[] {
  return [...text.matchAll(NAMED_WORKSPACE)].flatMap((found) => found.slice(1).filter((id) => id !== undefined));
}

/** A job's title may name a customer's meter; kind, state and errors are what matters. */
function jobFacts({ title: _title, ...facts }: JobView): Record<string, unknown> {
  return facts;
}

/** The end of a log, from a whole line on; empty where there is none. */
async function newestLines(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => '');
  if (text.length <= LOG_BYTES) return text;
  const cut = text.slice(-LOG_BYTES);
  return cut.slice(cut.indexOf('\n') + 1);
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

const README = `Support bundle of Meterscope.

about.json       versions, platform, settings, how secrets are kept (never the secrets)
workspaces.json  kind, state and size of each workspace
jobs.json        long work and how it ended
requests.ndjson  the newest requests: method, address, status, times; never a token or a body
*.log            the program's log

A workspace that a user named is a number here; one that is not in the list any more is called unlisted.
Tokens, names, addresses, phone numbers, e-mail addresses, account and meter numbers were replaced by marks in brackets
or stars. Look through it before you send it.
`;
