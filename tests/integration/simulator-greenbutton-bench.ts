/** What the service-greenbutton*.test.ts files share: the schema check and reading of Atom documents. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type ServiceProcess, startService } from './simulator-process.ts';

const SCHEMA = new URL('../../../shared/xsd/all.xsd', import.meta.url).pathname;
/** A stranger's clone has no schemas; tests that need them skip. */
export const hasSchema =
  existsSync(SCHEMA) && ['/usr/bin/xmllint', '/usr/local/bin/xmllint'].some((file) => existsSync(file));

const run = promisify(execFile);

/** What xmllint has to say about some documents; '' when all validate. */
export async function schemaProblems(documents: Iterable<readonly [name: string, xml: string]>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'service-xml-'));
  try {
    const files: string[] = [];
    for (const [name, xml] of documents) {
      const file = join(folder, `${files.length} ${name.replace(/[^\w.-]+/g, '_').slice(0, 120)}.xml`);
      await writeFile(file, xml);
      files.push(file);
    }
    await run('xmllint', ['--noout', '--huge', '--schema', SCHEMA, ...files], { maxBuffer: 64 << 20 });
    return '';
  } catch (error) {
    const text = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
    return text
      .split('\n')
      .filter((line) => !line.endsWith(' validates'))
      .slice(0, 12)
      .join('\n');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Names of the payload of every entry, in order. */
export function entitiesOf(xml: string): string[] {
  return [...xml.matchAll(/<content type="atom\+xml"><(\w+)/g)].map((match) => match[1] ?? '');
}

/** Every `link` of a document. */
export function linksOf(xml: string): { rel: string; href: string; type: string }[] {
  return [...xml.matchAll(/<link rel="(\w+)" href="([^"]+)" type="([^"]+)"\/>/g)].map(
    ([, rel = '', href = '', type = '']) => ({
      rel,
      href: href.replaceAll('&amp;', '&'),
      type,
    }),
  );
}

/** Start and end of every reading, in order. */
export function readingsOf(xml: string): { start: number; end: number; value: number }[] {
  const pattern = /<timePeriod><duration>(\d+)<\/duration><start>(\d+)<\/start><\/timePeriod><value>(-?\d+)<\/value>/g;
  return [...xml.matchAll(pattern)].map(([, duration, start, value]) => ({
    start: Number(start),
    end: Number(start) + Number(duration),
    value: Number(value),
  }));
}

export type Bench = Awaited<ReturnType<typeof greenButtonBench>>;

/** A running service with a token of each class. Batches are answered at once unless `flags` say otherwise. */
export async function greenButtonBench(flags: readonly string[] = ['--batch-threshold', '1000000000']) {
  const service: ServiceProcess = await startService(flags);
  const { line } = service;
  const secrets = line as unknown as Record<'token_endpoint' | 'client_secret' | 'app_uid' | 'bulk_uid', string>; // the line's schema is loose
  /** The token endpoint with HTTP Basic. */
  const token = async (fields: Record<string, string>, credentials = `${line.client_id}:${secrets.client_secret}`) => {
    const response = await fetch(secrets.token_endpoint, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
      body: new URLSearchParams(fields),
    });
    return { status: response.status, json: await response.json(), headers: response.headers };
  };
  const client: string = (await token({ grant_type: 'client_credentials' })).json.access_token;
  const accessOf = (authUid: string): string | undefined =>
    line.authorizations.find((one) => one.auth_uid === authUid)?.access_token;
  /** The token that section 5 wants for a path below `{espi_base}`. */
  const rightToken = (path: string): string | undefined => {
    if (path.startsWith('/ApplicationInformation')) return line.registration_access_token;
    if (/^\/(Authorization|Bulk)\b/.test(path)) return client;
    const named =
      /^\/(?:Batch\/)?(?:Subscription|RetailCustomer|Non-ESPI)\/(\d+)/.exec(path) ??
      /^\/(?:LocalTimeParameters\/TIMEZONE|ReadingType)[_/](\d+)_/.exec(path);
    return named?.[1] === undefined ? line.authorizations[0]?.access_token : accessOf(named[1]);
  };
  const get = (path: string, bearer: string | undefined = rightToken(path)) =>
    service.request('GET', path.startsWith('http') ? path : `${line.espi_base}${path}`, { token: bearer });
  /** What the consent page sends. */
  const consent = async (fields: Record<string, string>) => {
    const response = await fetch(line.authorization_endpoint, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({
        client_id: line.client_id,
        redirect_uri: line.redirect_uri,
        response_type: 'code',
        scope: 'FB=4_16_51',
        state: 'state-1',
        decision: 'allow',
        ...fields,
      }),
    });
    const location = response.headers.get('location');
    return {
      status: response.status,
      text: await response.text(),
      query: new URL(location ?? 'none:').searchParams,
      location,
    };
  };
  /** Consent and code exchange of a user. */
  const authorize = async (username: string, more: Record<string, string> = {}) => {
    const { query } = await consent({ username, ...more });
    const code = query.get('code') ?? '';
    const answer = await token({ grant_type: 'authorization_code', code, redirect_uri: line.redirect_uri });
    const authUid = String(answer.json.authorizationURI).split('/').at(-1) ?? '';
    return { ...answer.json, authUid } as {
      access_token: string;
      refresh_token: string;
      resourceURI: string;
      authUid: string;
    }; // RFC 6749, 5.1
  };
  return { service, line, secrets, token, client, get, rightToken, consent, authorize };
}
