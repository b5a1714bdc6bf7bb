/** The simulator as a process of its own, driven over HTTP as a third party does it. For the service-*.test.ts files. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { z } from 'zod';

const lineSchema = z.looseObject({
  base_url: z.string(),
  espi_base: z.string(),
  api_base: z.string(),
  api_token: z.string(),
  registration_access_token: z.string(),
  authorization_endpoint: z.string(),
  client_id: z.string(),
  redirect_uri: z.string(),
  form_uid: z.string(),
  utility: z.string(),
  test_prefix: z.string(),
  authorizations: z.array(
    z.looseObject({ auth_uid: z.string(), access_token: z.string(), meters: z.array(z.string()) }),
  ),
  webhook_secret: z.string(),
  control_url: z.string(),
});

/** An answer, read to its end. `json` is undefined where the body is none. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // Tests look into answers of many shapes and fail loudly where a member is not what they expect.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly json: any;
}

export type ServiceProcess = Awaited<ReturnType<typeof startService>>;

/** For tests that fetch what there is, and would learn no more from all three years of it. */
export const SHORT_HISTORY = ['--months', '3'];

/** Starts `meterscope service --port 0 --seed 1 --json` and waits for its line. */
export async function startService(flags: readonly string[] = []) {
  const entry = new URL('../../electron/simulator/process.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [entry, '--port', '0', '--seed', '1', '--json', ...flags], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const line = lineSchema.parse(JSON.parse(await firstLine(child)));

  const request = async (
    method: string,
    url: string,
    options: { token?: string | undefined; body?: unknown; raw?: string | Uint8Array<ArrayBuffer> } = {},
  ): Promise<Answer> => {
    const body = options.raw ?? (options.body === undefined ? null : JSON.stringify(options.body));
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      headers: options.token === undefined ? {} : { authorization: `Bearer ${options.token}` },
      body,
    });
    const text = await response.text();
    const isJson = (response.headers.get('content-type') ?? '').startsWith('application/json');
    return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined };
  };
  /** The JSON API with its token. */
  const api = (method: string, path: string, body?: unknown) =>
    request(method, `${line.api_base}${path}`, { token: line.api_token, body });
  const control = (method: string, path: string, body?: unknown) =>
    request(method, `${line.control_url}${path}`, { body });
  const advance = async (seconds: number): Promise<void> => {
    const answer = await control('POST', '/clock', { advance_s: seconds });
    if (answer.status !== 200) throw new Error(`The clock answered ${answer.status}: ${answer.text}`);
  };
  /** Switches the ongoing collection of the meters that were there at the start off: days pass without a word of them. */
  const quieten = async (): Promise<void> => {
    for (const uid of new Set(line.authorizations.flatMap(({ meters }) => meters))) {
      const answer = await control('PUT', `/meters/${uid}/ongoing`, { frequency: 'off' });
      if (answer.status !== 200) throw new Error(`Meter ${uid} answered ${answer.status}: ${answer.text}`);
    }
  };
  /** Submits a scenario; the authorization is there, its login has not started. */
  const submit = async (scenario: string, utility = line.utility): Promise<string> => {
    const answer = await api('POST', `/forms/${line.form_uid}/test-submit`, { utility, scenario });
    if (answer.status !== 200) throw new Error(`test-submit answered ${answer.status}: ${answer.text}`);
    return answer.json.referral;
  };
  const authorization = async (referral: string) => {
    const answer = await api('GET', `/authorizations?referrals=${encodeURIComponent(referral)}&include=meters`);
    return answer.json.authorizations[0];
  };
  /** All event types of an authorization, oldest first. */
  const eventsOf = async (authorizationUid: string): Promise<{ type: string; meter_uid?: string; uid: string }[]> => {
    const answer = await api('GET', '/events');
    return answer.json.events
      .filter((event: { authorization_uid?: string }) => event.authorization_uid === authorizationUid)
      .reverse();
  };
  const stop = async (): Promise<void> => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  };
  const pid = child.pid ?? 0;
  return { line, pid, request, api, control, advance, quieten, submit, authorization, eventsOf, stop };
}

function firstLine(child: ChildProcess): Promise<string> {
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new Error('The child has no output.');
  let complaint = '';
  stderr.on('data', (chunk) => {
    complaint += chunk;
  });
  return new Promise((resolve, reject) => {
    createInterface({ input: stdout }).once('line', resolve);
    child.once('exit', (code) => reject(new Error(`The service ended with ${code} before it listened: ${complaint}`)));
    child.once('error', reject);
  });
}
