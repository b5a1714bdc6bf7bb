/** One simulated service: its world, its clock and its HTTP server on the loopback address. */
import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { Hono, type MiddlewareHandler } from 'hono';
import { createBehaviour } from './behaviour.ts';
import { type BootstrapAuthorization, bootstrap, type Portfolio } from './bootstrap.ts';
import { SimulatedClock } from './clock/simulated-clock.ts';
import { notificationControl } from './greenbutton/notification.ts';
import { parseQuirks } from './greenbutton/quirks.ts';
import { custodianBase, espiBase } from './greenbutton/registration.ts';
import { DEFAULT_STATE, type GreenButtonState, greenButton } from './greenbutton/router.ts';
import { errorObject } from './json/errors.ts';
import type { LimitSettings } from './limits/settings.ts';
import { oauth } from './oauth/router.ts';
import { ClientWatch } from './watch/client-watch.ts';
import { watchControl } from './watch/control.ts';
import { watching } from './watch/middleware.ts';
import { STRANGE_PARAMETER } from './watch/oauth-watch.ts';
import { startInstant } from './world/time.ts';
import type { ServiceEnv } from './world/types.ts';
import { createWorld, type ServiceWorld } from './world/world.ts';

export interface ServiceOptions {
  /** 0 takes a free port. */
  readonly port: number;
  readonly seed: number;
  readonly portfolio: Portfolio;
  /** Months of intervals of each meter of a numbered portfolio; all that it has when left out. */
  readonly months?: number;
  /** Simulated seconds per second. */
  readonly clockRate: number;
  readonly greenButton?: Partial<GreenButtonState>;
  /** Rate and faults from the start; none when left out. */
  readonly limits?: LimitSettings;
  /** Watches clients from the start. */
  readonly watch?: boolean;
  /** Uids that are left out after those of the data that it starts with. */
  readonly skipUids?: number;
}

/** What a started service says about itself (DESIGN section 6: the line of `service --json`). */
interface ServiceDescription {
  base_url: string;
  espi_base: string;
  api_base: string;
  api_token: string;
  registration_access_token: string;
  app_uid: string;
  client_id: string;
  client_secret: string;
  authorization_endpoint: string;
  token_endpoint: string;
  redirect_uri: string;
  form_uid: string;
  utility: string;
  test_prefix: string;
  bulk_uid: string;
  authorizations: BootstrapAuthorization[];
  webhook_secret: string;
  control_url: string;
}

export interface Service {
  readonly description: ServiceDescription;
  readonly watch: ClientWatch;
  /** Stops listening, ends open connections and the clock. */
  close(): Promise<void>;
}

/** Limits on what a caller may send before a handler sees it: 431 above, 408 when it takes too long. */
const MAX_HEADER_BYTES = 16 * 1024;
const REQUEST_TIMEOUT_MS = 30_000;

/** Starts a service on 127.0.0.1. Rejects when the port is taken. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const clock = new SimulatedClock({
    startMs: startInstant(options.seed),
    rate: options.clockRate,
    onError: (error) => console.error(error),
  });
  const world = createWorld(options.seed, clock);
  const authorizations = bootstrap(world, options.portfolio, options.months);
  world.skipUids(options.skipUids ?? 0);
  const state: GreenButtonState = { ...DEFAULT_STATE, ...options.greenButton };
  const watch = new ClientWatch(() => world.settings.baseUrl);
  if (options.watch) watch.start();
  const server = await listen(assemble(world, clock, state, watch, options.limits), options.port);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  world.settings.baseUrl = `http://127.0.0.1:${address.port}`;
  return {
    description: descriptionOf(world, authorizations),
    watch,
    close: () => {
      clock.stop();
      return new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

/** All routers in their places. */
function assemble(
  world: ServiceWorld,
  clock: SimulatedClock,
  state: GreenButtonState,
  watch: ClientWatch,
  limits?: LimitSettings,
): Hono<ServiceEnv> {
  const knobs = {
    setBuilds: (threshold: number, buildMs: number) => {
      state.builds = { threshold, buildMs };
    },
    setQuirks: (names: string) => {
      state.quirks = parseQuirks(names);
    },
    quirks: () => state.quirks,
  };
  const behaviour = createBehaviour(world, clock, knobs, limits);
  const controlPath = `/control/${world.settings.controlKey}`;
  const app = new Hono<ServiceEnv>();
  app.use('*', readToEnd);
  app.use('*', watching(world, watch));
  app.use('*', behaviour.limits);
  app.route(controlPath, notificationControl(world, state));
  app.route(controlPath, watchControl(watch));
  app.route(controlPath, behaviour.control);
  app.route('/DataCustodian/espi/1_1/resource', greenButton(world, state));
  app.route(
    '/DataCustodian/oauth',
    oauth(world, () => (watch.isOn ? STRANGE_PARAMETER : {})),
  );
  app.route('/api/v2', behaviour.json);
  app.route('/forms', behaviour.forms);
  app.notFound((c) => c.json(errorObject('not_found', 'There is no such endpoint.'), 404));
  app.onError((error, c) => {
    console.error(error);
    return c.json(errorObject('internal_error', 'The service met an unexpected error.'), 500);
  });
  return app;
}

/**
 * How long a connection may lie idle. Node's five seconds close it under a caller that is busy elsewhere for a while (a
 * test that runs a validator, say) and then asks again on what it takes for an open connection.
 */
const KEEP_ALIVE_MS = 300_000;

function listen(app: Hono<ServiceEnv>, port: number): Promise<Server> {
  const server = createAdaptorServer({
    fetch: (request, bindings) => app.fetch(request, bindings as HttpBindings), // http1 server: the bindings are Node's
    serverOptions: {
      maxHeaderSize: MAX_HEADER_BYTES,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
  }) as Server; // createAdaptorServer without `createServer` makes a node:http server
  server.on('clientError', answerUnreadable);
  server.on('connect', (_request, socket) => refuseTunnel(socket));
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve(server);
    });
  });
}

/** What is read of a body that no handler wanted; beyond it the connection is left to Node, which closes it. */
const MAX_DISCARDED_BYTES = 64 * 1024 * 1024;

/**
 * Reads what a refused request still sends before it is answered: an early answer followed by a close resets the
 * connection, and a caller that is still sending would see that instead of its 413.
 */
const readToEnd: MiddlewareHandler<ServiceEnv> = async (c, next) => {
  await next();
  const { body, bodyUsed } = c.req.raw;
  if (!body || bodyUsed || body.locked || c.env.incoming.complete) return;
  const reader = body.getReader();
  let bytes = 0;
  try {
    for (let part = await reader.read(); !part.done && bytes < MAX_DISCARDED_BYTES; part = await reader.read()) {
      bytes += part.value.length;
    }
  } catch {
    // The caller went away: there is nobody to answer.
  }
};

/** How long a caller may go on sending what is not read any more. */
const LINGER_MS = 1_000;

/**
 * Answers what Node's parser refused: 431 for too large headers, 408 for too slow ones, 400 for anything else.
 * Node itself closes at once, which resets the connection of a caller that still sends, and the answer is lost.
 */
function answerUnreadable(error: Error & { code?: string }, socket: Duplex): void {
  if (!socket.writable || socket.writableEnded) return;
  const statuses: Record<string, string> = {
    HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
    ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  };
  const status = statuses[error.code ?? ''] ?? '400 Bad Request';
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** CONNECT asks for a tunnel; without a listener Node closes such a connection in silence. */
function refuseTunnel(socket: Duplex): void {
  socket.end(
    'HTTP/1.1 405 Method Not Allowed\r\nAllow: GET, POST, PATCH\r\nConnection: close\r\nContent-Length: 0\r\n\r\n',
  );
}

function descriptionOf(world: ServiceWorld, authorizations: BootstrapAuthorization[]): ServiceDescription {
  const { settings } = world;
  return {
    base_url: settings.baseUrl,
    espi_base: espiBase(world),
    api_base: `${settings.baseUrl}/api/v2`,
    api_token: settings.apiToken,
    registration_access_token: settings.registrationToken,
    app_uid: settings.appUid,
    client_id: settings.clientId,
    client_secret: settings.clientSecret,
    authorization_endpoint: `${custodianBase(world)}/oauth/authorize`,
    token_endpoint: `${custodianBase(world)}/oauth/token`,
    redirect_uri: settings.redirectUri,
    form_uid: settings.formUid,
    utility: settings.utility,
    test_prefix: settings.testPrefix,
    bulk_uid: settings.bulkUid,
    authorizations,
    webhook_secret: settings.webhookSecret,
    control_url: `${settings.baseUrl}/control/${settings.controlKey}`,
  };
}
