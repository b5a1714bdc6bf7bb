/** `meterscope trigger TYPE --to URL`: sends one signed delivery to a webhook endpoint, as the service would, or spoiled in one way. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Command, Option } from 'commander';
import type { Breakage } from '#shared/contract/events.ts';
import { endpointFault } from '#shared/endpoint-address.ts';
import { AppError } from '#shared/errors.ts';
import { eventTypeFact } from '#shared/event-types.ts';
import { wholeNumber } from '../common/number-options.ts';
import { bodyOf, openPost, rehearsedEvents, signedRequest } from '../events/index.ts';
import { openPolicy } from '../policy/index.ts';
import { environmentWays } from './environment-ways.ts';
import { EXIT, endWithoutVerdict } from './exit.ts';
import { unreadable, WEBHOOK_SECRET_VARIABLE, wrongUse } from './target.ts';

interface TriggerOptions {
  to: string;
  body?: string;
  secret?: string;
  headerPrefix: string;
  authorization?: string;
  meter?: string;
  form?: string;
  count: number;
  break: Breakage;
  expect: number;
  json?: boolean;
}

export function triggerCommand(): Command {
  return new Command('trigger')
    .description(
      'Send a signed delivery of events to a webhook endpoint, as the service would. Exit code 0: it answered with the ' +
        'expected status. 1: with another. 2: wrong use. 3: it did not answer.',
    )
    .argument('<type>', 'type of the event, for example meter_historical_collection_finished_successful')
    .requiredOption('--to <url>', 'address of the endpoint')
    .option('--body <file>', 'send this file as the body instead, byte for byte')
    .option(
      '--secret <text>',
      `webhook secret; better in the variable ${WEBHOOK_SECRET_VARIABLE}, which other users cannot see`,
    )
    .option('--header-prefix <text>', 'beginning of the names of the headers Salt and Signature', 'X-Service-Webhook-')
    .option('--authorization <uid>', 'authorization that the event is of')
    .option('--meter <uid>', 'meter that the event is of')
    .option('--form <uid>', 'form that the event is of')
    .option('--count <n>', 'events in the delivery', wholeNumber(1), 1)
    .addOption(
      new Option('--break <how>', 'spoil the delivery')
        .choices(['none', 'wrong_secret', 'changed_byte', 'missing_salt', 'missing_signature', 'not_json'])
        .default('none'),
    )
    .option('--expect <status>', 'status that the endpoint should answer with', wholeNumber(1), 200)
    .option('--json', 'print the answer as JSON')
    .action(trigger);
}

async function trigger(type: string, options: TriggerOptions): Promise<void> {
  try {
    const answer = await send(type, options);
    const { status, error, body, durationMs } = answer;
    if (options.json) process.stdout.write(`${JSON.stringify(answer)}\n`);
    if (status === undefined) {
      throw new AppError({ code: 'endpoint_silent', message: `${options.to} did not answer: ${error}.` });
    }
    if (!options.json) process.stdout.write(`${status} in ${durationMs} ms${body ? `: ${body}` : ''}\n`);
    if (status !== options.expect) process.stderr.write(`Expected ${options.expect}.\n`);
    process.exitCode = status === options.expect ? EXIT.passed : EXIT.failed;
  } catch (thrown) {
    endWithoutVerdict(thrown);
  }
}

async function send(type: string, { to, ...options }: TriggerOptions) {
  requireEndpoint(to);
  const secret = options.secret ?? process.env[WEBHOOK_SECRET_VARIABLE];
  if (!secret && !['wrong_secret', 'missing_signature'].includes(options.break)) {
    throw wrongUse(`There is no secret to sign with. Set ${WEBHOOK_SECRET_VARIABLE}.`);
  }
  if (options.body === undefined && eventTypeFact(type) === undefined) {
    // The list is open, so that is no error.
    process.stderr.write(`Note: ${type} is no type of event that Meterscope knows.\n`);
  }
  const own = options.body === undefined ? undefined : await bodyOfFile(options.body);
  const text = own ?? bodyOf(rehearsedEvents({ ...options, type, shuffle: false }, to, Date.now()));
  const salt = randomUUID();
  const { headers, body } = signedRequest({
    secret,
    headerPrefix: options.headerPrefix,
    salt,
    text,
    breakage: options.break,
  });
  return await openPost(environmentWays(await openPolicy()))(to, headers, body);
}

async function bodyOfFile(file: string): Promise<string> {
  const bytes = await readFile(file).catch(() => {
    throw unreadable(file);
  });
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw wrongUse(`The file ${file} is not UTF-8.`);
  }
}

/** Events tell of customers: they go encrypted, or stay on this machine. @throws AppError `wrong_use` */
export function requireEndpoint(url: string): void {
  const fault = endpointFault(url);
  if (fault !== undefined) throw wrongUse(`${url} cannot be used. ${fault}`);
}
