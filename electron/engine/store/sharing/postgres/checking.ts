/** Goes to a server step by step, as a person would who looks for what is wrong (docs/postgres.md). Changes nothing there. */
import { lookup } from 'node:dns/promises';
import net from 'node:net';
import type { CheckView } from '#shared/contract/connections.ts';
import { AppError } from '#shared/errors.ts';
import { untilAborted } from '#shared/until-aborted.ts';
import { STEPS, type Step, type Steps } from './check-steps.ts';
import { tablesAndRights } from './check-tables.ts';
import { placeOf, READING, Server } from './server.ts';

/** How long the server may take to take the connection. Milliseconds. */
const REACH_MS = 10_000;

/** @throws AppError `publish_address` */
export async function checkServer(to: string, signal: AbortSignal): Promise<CheckView[]> {
  placeOf(to);
  const steps: Steps = {};
  await goThere(new URL(to), to, steps, signal);
  signal.throwIfAborted();
  return STEPS.map(([id, title]) => ({ id, title, ...(steps[id] ?? UNTRIED) }));
}

const UNTRIED: Step = { state: 'untried', message: 'Not tried: see what failed above.' };

async function goThere(address: URL, to: string, steps: Steps, signal: AbortSignal): Promise<void> {
  const host = decodeURIComponent(address.hostname.replace(/^\[|\]$/g, ''));
  const port = Number(address.port || 5432);
  steps.name = await nameStep(host, signal);
  if (steps.name.state === 'failed') return;
  steps.port = await portStep(host, port, signal);
  if (steps.port.state === 'failed') return;
  let server: Server | undefined;
  try {
    server = await Server.connect(to, READING, signal);
    steps.encryption = encryptionStep(address.searchParams.get('sslmode'));
    steps['sign-in'] = { state: 'ok', message: `The server accepts ${decodeURIComponent(address.username)}.` };
    steps.database = { state: 'ok', message: 'It is there.' };
    await server.run("SET statement_timeout = '30s'");
    Object.assign(steps, await tablesAndRights(server));
  } catch (error) {
    Object.assign(steps, failedSteps(error, address));
  } finally {
    await server?.close();
  }
}

async function nameStep(host: string, signal: AbortSignal): Promise<Step> {
  if (net.isIP(host) !== 0) return { state: 'ok', message: 'It is an address.' };
  try {
    const { address } = await untilAborted(lookup(host), signal);
    return { state: 'ok', message: `${host} is ${address}.` };
  } catch {
    return {
      state: 'failed',
      message: `No host is known by the name ${host}.`,
      action: 'Check the spelling of the name. A server inside a company often needs its VPN.',
    };
  }
}

async function portStep(host: string, port: number, signal: AbortSignal): Promise<Step> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(REACH_MS)]);
  const socket = net.connect({ host, port, signal: within });
  const reason = await new Promise<string | undefined>((resolve) => {
    socket.once('connect', () => resolve(undefined));
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  });
  socket.destroy();
  if (reason === undefined) return { state: 'ok', message: `Something answers on port ${port}.` };
  const refused = reason === 'ECONNREFUSED';
  return {
    state: 'failed',
    message: refused
      ? `The computer refuses port ${port}: nothing listens there.`
      : `Nothing answers on port ${port} (${reason === 'ABORT_ERR' ? `waited ${REACH_MS / 1000} s` : reason}).`,
    action: refused
      ? 'Check the port (PostgreSQL usually has 5432), and whether the server runs and listens to the network.'
      : 'A firewall may be in the way, or this computer is on another network. Ask whoever runs the server.',
  };
}

function encryptionStep(mode: string | null): Step {
  if (mode === 'verify-full') return { state: 'ok', message: 'Encrypted; the certificate is right.' };
  if (mode === 'no-verify') {
    return {
      state: 'warning',
      message: 'Encrypted, but the certificate was not checked.',
      action: 'Choose "Encrypted, certificate checked" where the server has a certificate that this computer believes.',
    };
  }
  return {
    state: 'warning',
    message: 'Not encrypted: anyone on the way can read it.',
    action: 'Choose it only for a server on this computer, or a network that you trust.',
  };
}

/** What a failed connection says about its steps: those that it came past, and the one where it ended. */
function failedSteps(error: unknown, address: URL): Steps {
  const details = error instanceof AppError ? error.details : undefined;
  const said = String(details?.said ?? (error instanceof Error ? error.message : error));
  const reason = String(details?.reason ?? '');
  const user = decodeURIComponent(address.username);
  const encryption = encryptionStep(address.searchParams.get('sslmode'));
  const signedIn: Step = { state: 'ok', message: `The server accepts ${user}.` };
  if (/does not support SSL/i.test(said)) {
    return { encryption: failure('The server does not encrypt.', 'Ask whoever runs it to switch TLS on.') };
  }
  if (/^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(reason)) {
    return { encryption: failure(`The certificate is not right: ${said}.`, CERTIFICATE_ACTION) };
  }
  if (reason === '3D000') {
    const name = decodeURI(address.pathname.slice(1));
    const action = 'Check the spelling of its name, or ask whoever runs the server to create it.';
    return { encryption, 'sign-in': signedIn, database: failure(`The server has no database "${name}".`, action) };
  }
  if (reason === '42501') {
    const action = `Ask whoever runs it: GRANT CONNECT ON DATABASE ... TO ${user}.`;
    return { encryption, 'sign-in': signedIn, database: failure(`${user} may not use this database.`, action) };
  }
  if (reason === '28P01') {
    return {
      encryption,
      'sign-in': failure(`User name or password is wrong: ${said}.`, 'Check the user, and enter the password again.'),
    };
  }
  if (/password must be a|no password/i.test(said)) {
    return {
      encryption,
      'sign-in': failure('The server asks for a password, and there is none.', 'Enter the password.'),
    };
  }
  const action = /pg_hba/.test(said)
    ? 'Ask whoever runs the server to let this computer in (pg_hba.conf); some take encrypted connections only.'
    : 'Ask whoever runs the server.';
  return { encryption, 'sign-in': failure(`The server refuses: ${said}.`, action) };
}

const CERTIFICATE_ACTION =
  'Check the name of the server. The authority of a company is added under Settings, Network; "Encrypted, any certificate" does without.';

function failure(message: string, action: string): Step {
  return { state: 'failed', message: message.replace(/\.\.$/, '.'), action };
}
