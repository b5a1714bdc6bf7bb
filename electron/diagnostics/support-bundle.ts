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

/** Builds the archive; every text goes through the same redaction as its last step. */
export async function supportBundle(
  facts: BundleFacts,
  redaction: Redaction,
): Promise<{ name: string; bytes: Buffer }> {
  const redact = redactor(redaction);
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
  const stamp = new Date(facts.at).toISOString().slice(0, 16).replace(/[:T-]/g, '');
  return {
    name: `meterscope-support-${stamp}.zip`,
    bytes: zip(
      members.map(({ name, text }) => ({ name, text: redact(text) })),
      facts.at,
    ),
  };
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

Tokens, names, addresses, phone numbers, e-mail addresses, account and meter numbers were replaced by marks in brackets
or stars. Look through it before you send it.
`;
