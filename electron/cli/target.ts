/**
 * Which service a command talks to, and with whose token: a workspace of the program, the line that `meterscope service --json`
 * printed, or just an address. Only what is needed is asked for; secrets come from a file or the environment, never from the
 * command line, where other users of the machine could read them.
 */
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { z } from 'zod';
import { AppError, toErrorValue } from '#shared/errors.ts';
import { parsedJson } from '#shared/json.ts';
import { DataFolder } from '../app/data-folder/data-folder.ts';
import { defaultDataFolder } from '../app/data-folder/pointer.ts';
import { CHECK_FILE } from '../common/file-unreadable.ts';
import { seconds } from '../common/number-options.ts';
import {
  cleanBaseUrl,
  createConnections,
  ProgramSettingsFile,
  type ProgramWays,
  storedWorkspace,
} from '../connections/index.ts';
import { createBrowserHost } from '../host/browser-host.ts';
import { HttpClient, type TokenSource } from '../http/index.ts';
import { JsonApiClient } from '../jsonapi/index.ts';
import type { Ways } from '../network/index.ts';
import { openPolicy, type Policy } from '../policy/index.ts';
import { environmentWays } from './environment-ways.ts';

/** Where a token may come from, beside the workspace or the line of the service. */
const TOKEN_VARIABLE = 'METERSCOPE_API_TOKEN';
export const WEBHOOK_SECRET_VARIABLE = 'METERSCOPE_WEBHOOK_SECRET';

export interface TargetOptions {
  workspace?: string;
  bootstrap?: string;
  baseUrl?: string;
  tokenFile?: string;
  data?: string;
  waitReady?: number;
}

/** A service that can be asked. */
export interface Target {
  /** Under which the client counts limits and waits. */
  workspace: string;
  /** For people: of the workspace, or what the service is called. */
  name: string;
  apiBase: string;
  /** Tokens and secrets, which nothing that is written may hold. */
  secretTexts: () => Promise<readonly string[]>;
  /** Requests that were sent, as they end. */
  requests: HttpClient['log'];
  api: JsonApiClient;
  /** By which its requests leave this computer. */
  ways: Ways;
  form: string | undefined;
  utility: string | undefined;
  webhookSecret: string | undefined;
  /** Beginning of the names of the headers that sign a webhook. */
  headerPrefix: string;
  /** Asked before anything is sent that acts. @throws AppError `workspace_read_only` */
  mayAct: () => void;
  close(): Promise<void>;
}

type Found = Omit<Target, 'api' | 'close' | 'requests' | 'ways'> & { tokens: TokenSource; folder?: DataFolder };

/** Adds the options that {@link openTarget} reads. */
export function withTarget(command: Command): Command {
  return command
    .option('--workspace <name>', 'workspace of the program to use (its name or id): its address and its tokens')
    .option('--bootstrap <file>', 'file with the line that `meterscope service --json` printed')
    .option('--base-url <url>', `address of a service; its API token comes from ${TOKEN_VARIABLE} or --token-file`)
    .option('--token-file <file>', `file that holds the API token; otherwise the variable ${TOKEN_VARIABLE}`)
    .option('--data <dir>', 'data folder that holds the workspace')
    .option('--wait-ready <seconds>', 'how long to wait for a service that does not answer yet', seconds);
}

/** @throws AppError `wrong_use` for options that do not fit; `service_not_ready` when it did not answer in time */
export async function openTarget(options: TargetOptions): Promise<Target> {
  const given = [options.workspace, options.bootstrap, options.baseUrl].filter((way) => way !== undefined);
  if (given.length !== 1) {
    throw wrongUse('Say which service is meant, with one of --workspace NAME, --bootstrap FILE or --base-url URL.');
  }
  const policy = await openPolicy();
  const ways = environmentWays(policy);
  const http = new HttpClient({ userAgent: 'Meterscope', ways });
  try {
    const { tokens, folder, ...found } = await find({ http, ways, policy }, options);
    const { workspace, mayAct, apiBase } = found;
    const api = new JsonApiClient({ http, tokens, apiBase, workspace, mayAct });
    if (options.waitReady) await untilReady(api, apiBase, options.waitReady);
    const close = async () => {
      await http.close();
      folder?.close();
    };
    return { ...found, api, ways, requests: http.log, close };
  } catch (error) {
    await http.close();
    throw error;
  }
}

interface Outside {
  http: HttpClient;
  ways: ProgramWays;
  policy: Policy;
}

async function find(outside: Outside, options: TargetOptions): Promise<Found> {
  const token = await givenToken(options.tokenFile);
  const webhookSecret = process.env[WEBHOOK_SECRET_VARIABLE] || undefined;
  if (options.workspace !== undefined) return await workspaceTarget(outside, options.workspace, options, token);
  if (options.bootstrap !== undefined) return await bootstrapTarget(options.bootstrap, token);
  const apiBase = apiBaseOf(options.baseUrl ?? '');
  return {
    ...plain(token ?? noToken('With --base-url, the API token must be given.')),
    apiBase,
    form: undefined,
    utility: undefined,
    webhookSecret,
  };
}

/** Of a service that is no workspace: one token, which nobody can renew. */
function plain(token: string) {
  const tokens: TokenSource = { token: async () => token, refresh: async () => undefined };
  const name = 'none: started from the command line';
  return {
    workspace: 'service',
    name,
    secretTexts: async () => [token],
    tokens,
    mayAct: () => undefined,
    headerPrefix: 'X-Service-Webhook-',
  };
}

/** What is read of the line of a service: only what a test needs. */
const line = z.looseObject({
  base_url: z.url().optional(),
  api_base: z.url().optional(),
  api_token: z.string().min(1).optional(),
  form_uid: z.string().optional(),
  utility: z.string().optional(),
  webhook_secret: z.string().optional(),
});

async function bootstrapTarget(file: string, token: string | undefined): Promise<Found> {
  const read = await readFile(file, 'utf8').catch(() => {
    throw unreadable(file);
  });
  const parsed = line.safeParse(parsedJson(read));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const member = issue?.path.join('.');
    throw wrongUse(
      member
        ? `In ${file}, the member ${member} is not what it should be: ${issue?.message}.`
        : `${file} is no JSON object, as \`meterscope service --json\` prints it.`,
    );
  }
  const { base_url, api_base, api_token, form_uid, utility, webhook_secret } = parsed.data;
  const apiBase = api_base ?? (base_url === undefined ? undefined : apiBaseOf(base_url));
  if (apiBase === undefined) throw wrongUse(`In ${file}, the member base_url is missing: the address of the service.`);
  return {
    ...plain(token ?? api_token ?? noToken(`In ${file}, the member api_token is missing.`)),
    apiBase,
    form: form_uid,
    utility,
    webhookSecret: process.env[WEBHOOK_SECRET_VARIABLE] || webhook_secret,
  };
}

async function workspaceTarget(
  { http, ways, policy }: Outside,
  name: string,
  options: TargetOptions,
  token: string | undefined,
): Promise<Found> {
  // Tokens of a workspace may be renewed meanwhile, and are written then.
  const folder = DataFolder.open(options.data ?? defaultDataFolder(), 'meterscope on the command line', {
    mustExist: true,
  });
  const host = createBrowserHost(folder);
  const demo = Promise.reject(
    new AppError({
      code: 'wrong_use',
      message: 'The service of the demo runs within the program only.',
      action: 'Start one with `meterscope service --json` and give its line with --bootstrap FILE.',
    }),
  );
  demo.catch(() => undefined);
  const connections = await createConnections({ files: host.paths.files, cipher: host.secrets, http, demo });
  ways.follow({ settings: new ProgramSettingsFile(host.paths.files, policy), connections });
  const named = storedWorkspace(connections.workspaces.list(), folder.data, name, { mayBeEmpty: true });
  const workspace = await connections.ready(named.id);
  const { apiBase } = await connections.bases(named.id);
  const secrets = await connections.readSecrets(named.id);
  if (token === undefined && secrets.api === undefined) {
    const status = await connections.secrets.status();
    const sealed = status.unreadable.find((one) => one.workspace === named.id);
    noToken(
      sealed
        ? `The tokens of "${named.name}" were sealed by the window with the system's key store (${sealed.backend}), which only the window can open.`
        : `There is no API token in the workspace "${named.name}".`,
    );
  }
  return {
    folder,
    workspace: named.id,
    name: named.name,
    secretTexts: async () => [...(await connections.secretTexts()), ...(token === undefined ? [] : [token])],
    apiBase,
    tokens: token === undefined ? connections.tokenSource(named.id) : plain(token).tokens,
    mayAct: () => connections.requireMayAct(named.id),
    form: workspace.formUid,
    utility: workspace.utility,
    webhookSecret: process.env[WEBHOOK_SECRET_VARIABLE] || secrets.webhookSecret,
    headerPrefix: `X-${workspace.webhookHeaderPrefix}-Webhook-`,
  };
}

/** `{base}/api/v2`; of an address that goes on into one of the APIs, as people copy them, the beginning. */
function apiBaseOf(text: string): string {
  try {
    return `${cleanBaseUrl(text)}/api/v2`;
  } catch (thrown) {
    const { code, message, action, details } = toErrorValue(thrown);
    if (code === 'address_of_api' && typeof details?.suggestion === 'string') return `${details.suggestion}/api/v2`;
    throw new AppError({ code: 'wrong_use', message, action });
  }
}

async function givenToken(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return process.env[TOKEN_VARIABLE]?.trim() || undefined;
  const text = await readFile(file, 'utf8').catch(() => {
    throw unreadable(file, 'token file');
  });
  if (text.trim() === '') throw wrongUse(`The token file ${file} is empty.`);
  return text.trim();
}

/** Asks for a page of forms until an answer comes that a service gives: what it says of the token is for the command to tell. */
async function untilReady(api: JsonApiClient, apiBase: string, ms: number): Promise<void> {
  const deadline = Date.now() + ms;
  const abort = AbortSignal.timeout(ms);
  let last = 'it did not answer';
  while (Date.now() < deadline) {
    try {
      await api.forms(undefined, { signal: abort });
      return;
    } catch (error) {
      const { code, message } = toErrorValue(error);
      if (!NOT_YET.test(code) && !abort.aborted) return;
      if (!abort.aborted) last = message;
    }
    await sleep(Math.min(500, Math.max(0, deadline - Date.now())));
  }
  throw new AppError({
    code: 'service_not_ready',
    message: `${apiBase} was not ready within ${ms / 1000} seconds: ${last}`,
  });
}

/** What says nothing of a service that is up: no connection, a gateway before it, a page of words. */
const NOT_YET = /^(network_|service_|unexpected_answer|unexpected_body)/;

function noToken(message: string): never {
  throw new AppError({
    code: 'wrong_use',
    message,
    action: `Set ${TOKEN_VARIABLE}, or name a file that holds it with --token-file.`,
  });
}

export function wrongUse(message: string): AppError {
  return new AppError({ code: 'wrong_use', message });
}

/** A file that an option names. @param what it is */
export function unreadable(file: string, what = 'file'): AppError {
  return new AppError({ code: 'wrong_use', message: `The ${what} ${file} cannot be read.`, action: CHECK_FILE });
}
