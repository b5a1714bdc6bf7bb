/** A live workspace with its secrets, without windows: real files, the real HTTP client, the simulator as its service. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Connections, createConnections, OAuthFlows } from '../../electron/connections/index.ts';
import { DataFiles } from '../../electron/host/index.ts';
import { keyFileCipher } from '../../electron/host/key-file-cipher.ts';
import { type Clock, HttpClient, systemClock } from '../../electron/http/index.ts';
import type { OAuthFlowView } from '../../shared/contract/connections.ts';
import type { ServiceProcess } from './simulator-process.ts';

/** The service's whole line; simulator-process.ts keeps what its own schema leaves out. */
export interface Line {
  base_url: string;
  espi_base: string;
  api_token: string;
  registration_access_token: string;
  app_uid: string;
  client_id: string;
  client_secret: string;
  webhook_secret: string;
  utility: string;
  test_prefix: string;
  authorizations: { auth_uid: string; access_token: string; refresh_token: string }[];
}

export type Bench = Awaited<ReturnType<typeof startBench>>;

/** @param overrides settings of the workspace beside the base URL and the client */
export async function startBench(
  service: ServiceProcess,
  options: { clock?: Clock; timeLimitMs?: number; oauth?: object; openBrowser?: (url: string) => Promise<void> } = {},
) {
  const line = service.line as unknown as Line;
  const folder = await mkdtemp(path.join(tmpdir(), 'connections-'));
  const files = new DataFiles(folder);
  const clock = options.clock ?? systemClock;
  const http = new HttpClient({ userAgent: 'test' });
  const connections = await createConnections({
    files,
    cipher: keyFileCipher(files),
    http,
    // The demo's service never starts here.
    demo: new Promise(() => undefined),
    clock,
    zone: 'America/Los_Angeles',
  });
  const { id } = await connections.create({ name: 'Test utility', baseUrl: line.base_url, appUid: line.app_uid });
  const { oauth } = connections.workspaces.get(id);
  await connections.change(id, { oauth: { ...oauth, clientId: line.client_id, ...options.oauth } });
  await connections.changeSecrets(id, (secrets) => ({
    ...secrets,
    clientSecret: line.client_secret,
    registration: { token: line.registration_access_token, obtainedAt: clock.now() },
    api: { token: line.api_token, obtainedAt: clock.now() },
  }));
  const seen: OAuthFlowView[] = [];
  const flows = new OAuthFlows({
    connections,
    clock,
    openBrowser: options.openBrowser ?? (async () => undefined),
    onChange: (flow) => seen.push(flow),
    ...(options.timeLimitMs === undefined ? {} : { timeLimitMs: options.timeLimitMs }),
  });
  return {
    id,
    line,
    folder,
    http,
    connections,
    flows,
    /** Every state that was announced, oldest first. */
    seen,
    tokens: connections.tokenSource(id),
    async close() {
      await flows.close();
      await connections.close();
      await http.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Gives a workspace the bootstrap's first authorization. */
export async function grantFirst(connections: Connections, workspace: string, line: Line): Promise<string> {
  const first = line.authorizations[0];
  if (first === undefined) throw new Error('The service has no authorization.');
  await connections.changeSecrets(workspace, (secrets) => ({
    ...secrets,
    grants: {
      ...secrets.grants,
      [first.auth_uid]: { token: first.access_token, refreshToken: first.refresh_token, obtainedAt: 0 },
    },
  }));
  return first.auth_uid;
}

/**
 * What the consent page sends when a person presses a button (DESIGN section 6).
 * @returns the address that the browser is sent to
 */
export async function consent(pageUrl: string, username: string, decision: 'allow' | 'deny'): Promise<string> {
  const page = new URL(pageUrl);
  const answer = await fetch(page.origin + page.pathname, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams([...page.searchParams, ['username', username], ['decision', decision]]),
  });
  const location = answer.headers.get('location');
  if (answer.status !== 302 || location === null) throw new Error(`The consent page answered ${answer.status}`);
  return location;
}
