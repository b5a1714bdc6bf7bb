/** A core without windows: the real engine process, the HTTP client, jobs and the sync, against a simulator. */
import { EngineClient, type StoredJob } from '../../electron/engine/index.ts';
import { GreenButtonClient } from '../../electron/greenbutton/index.ts';
import { forkNodeChild } from '../../electron/host/node-child.ts';
import { HttpClient, systemClock, type TokenSource } from '../../electron/http/index.ts';
import { engineJobStore, JobRunner } from '../../electron/jobs/index.ts';
import { JsonApiClient } from '../../electron/jsonapi/index.ts';
import { syncJob } from '../../electron/sync/index.ts';

export const WORKSPACE = 'demo';

/** As much of the simulator's line as a sync needs. */
export interface ServiceLine {
  espi_base: string;
  api_base: string;
  token_endpoint: string;
  client_id: string;
  client_secret: string;
  registration_access_token: string;
  api_token: string;
  authorizations: { auth_uid: string; access_token: string }[];
}

export type SyncBench = Awaited<ReturnType<typeof startSyncBench>>;

/** Starts the parts on a data folder; several after each other on the same folder are restarts of the program. */
export async function startSyncBench(
  folder: string,
  line: ServiceLine,
  options: { buildingDeadlineMs?: number; atOnce?: number; tokens?: TokenSource; idleTimeoutMs?: number } = {},
) {
  let enginePid = 0;
  const engine = new EngineClient({
    start: () => {
      const child = forkNodeChild(new URL('../../electron/engine/process.ts', import.meta.url).pathname, []);
      enginePid = child.pid ?? 0;
      child.stderr?.pipe(process.stderr);
      return child;
    },
    locate: () => ({ file: `${folder}/store.duckdb`, rawFolder: `${folder}/raw`, zone: 'America/Los_Angeles' }),
  });
  const { tokens = await bootstrapTokens(line), idleTimeoutMs, ...limits } = options;
  const http = new HttpClient({ userAgent: 'test', logCapacity: 10_000, ...(idleTimeoutMs ? { idleTimeoutMs } : {}) });
  const jobs = new JobRunner({ store: engineJobStore(engine), waits: http.waits });
  const client = new GreenButtonClient({ http, tokens, espiBase: line.espi_base, workspace: WORKSPACE });
  const api = new JsonApiClient({
    http,
    tokens,
    apiBase: line.api_base,
    mayAct: () => undefined,
    workspace: WORKSPACE,
  });
  jobs.register(
    syncJob({
      engine,
      clock: systemClock,
      waits: http.waits,
      client: async () => client,
      api: async () => api,
      knownAuthorizations: async () => line.authorizations.map(({ auth_uid }) => ({ uid: auth_uid, isLost: false })),
      onStored: () => {},
      ...limits,
    }),
  );
  await jobs.restore(WORKSPACE);
  return {
    engine,
    /** Of the engine's process as it is now. */
    enginePid: () => enginePid,
    http,
    jobs,
    client,
    /** Everything that a doubled or a lost row would change. */
    contents: () => contents(engine),
    stored: (): Promise<StoredJob[]> => engine.call('jobs.stored', { workspace: WORKSPACE }),
    async close() {
      await jobs.close();
      await http.close();
      await engine.close();
    },
  };
}

async function contents(engine: EngineClient) {
  const page = { workspace: WORKSPACE, offset: 0, limit: 10_000 };
  const authorizations = (await engine.call('authorizations.list', page)).rows;
  const points = (await engine.call('usagePoints.list', page)).rows;
  return {
    authorizations: authorizations.map(({ uid, usagePoints, readings, firstReading, lastReading }) => ({
      uid,
      usagePoints,
      readings,
      firstReading,
      lastReading,
    })),
    usagePoints: points.map(({ id, series, readings, bills }) => ({ id, series, readings, bills })),
  };
}

async function bootstrapTokens(line: ServiceLine): Promise<TokenSource> {
  let client = await clientToken(line);
  const access = new Map(line.authorizations.map((row) => [row.auth_uid, row.access_token]));
  return {
    async token(tokenClass, scope) {
      const classes = { client, registration: line.registration_access_token, api: line.api_token };
      const token = tokenClass === 'access' ? access.get(scope ?? '') : classes[tokenClass];
      if (token === undefined) throw new Error(`There is no token for ${scope}`);
      return token;
    },
    // It lasts an hour of the service's time, which days pass of in a moment.
    async refresh(tokenClass) {
      if (tokenClass !== 'client') return undefined;
      client = await clientToken(line);
      return client;
    },
  };
}

async function clientToken(line: ServiceLine): Promise<string> {
  const basic = Buffer.from(`${line.client_id}:${line.client_secret}`).toString('base64');
  const answer = await fetch(line.token_endpoint, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials',
  });
  if (!answer.ok) throw new Error(`The token endpoint answered ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { access_token: string }).access_token; // RFC 6749, 5.1
}
