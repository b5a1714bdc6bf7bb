/** `meterscope events tail`: prints the service's events as they come, and hands them on to an endpoint of one's own. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command, Option } from 'commander';
import { isAbort } from '#shared/errors.ts';
import { counted } from '../common/counted.ts';
import { seconds, wholeNumber } from '../common/number-options.ts';
import type { IncomingEvent } from '../engine/index.ts';
import {
  bodyOf,
  type Cursor,
  type EventsApi,
  eventsApi,
  incomingEvents,
  listedLate,
  openPost,
  type Post,
  signedRequest,
  takePage,
} from '../events/index.ts';
import { pageWalk } from '../jsonapi/index.ts';
import { EXIT, EXIT_WORDS, endWithoutVerdict } from './exit.ts';
import {
  openTarget,
  type Target,
  type TargetOptions,
  WEBHOOK_SECRET_VARIABLE,
  withTarget,
  wrongUse,
} from './target.ts';
import { requireEndpoint } from './trigger.ts';

interface TailOptions extends TargetOptions {
  forwardTo?: string;
  every: number;
  for?: number;
  count?: number;
  all?: boolean;
  json?: boolean;
}

export function eventsCommand(): Command {
  const tail = withTarget(new Command('tail'))
    .description(
      `Print events of the service as they come, oldest first, until Ctrl+C. Exit code 0: everything was handed on. 1: the endpoint did not answer with 200. ${EXIT_WORDS}`,
    )
    .option(
      '--forward-to <url>',
      `post each delivery to this endpoint, signed with ${WEBHOOK_SECRET_VARIABLE} or the secret of the workspace`,
    )
    .addOption(new Option('--every <seconds>', 'time between two polls').argParser(seconds).default(2000, '2'))
    .option('--for <seconds>', 'end after this time', seconds)
    .option('--count <n>', 'end after this many events', wholeNumber(1))
    .option('--all', 'begin with the events that are there already')
    .option('--json', 'print each event as a line of JSON')
    .action(run);
  return new Command('events').description('Follow the events of a service.').addCommand(tail);
}

async function run(options: TailOptions): Promise<void> {
  let target: Target | undefined;
  const ended = new AbortController();
  const stop = () => ended.abort();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  // Nobody reads what it prints any more.
  process.stdout.once('error', stop);
  const timer = options.for === undefined ? undefined : setTimeout(stop, options.for);
  try {
    if (options.forwardTo !== undefined) requireEndpoint(options.forwardTo);
    target = await openTarget(options);
    if (options.forwardTo !== undefined && target.webhookSecret === undefined) {
      throw wrongUse(`There is no secret to sign deliveries with. Set ${WEBHOOK_SECRET_VARIABLE}.`);
    }
    const refused = await tail(target, options, ended);
    process.exitCode = refused === 0 ? EXIT.passed : EXIT.failed;
  } catch (thrown) {
    endWithoutVerdict(thrown);
  } finally {
    clearTimeout(timer);
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
    process.stdout.off('error', stop);
    await target?.close();
  }
}

/** @returns how many deliveries the endpoint did not take */
async function tail(target: Target, options: TailOptions, ended: AbortController): Promise<number> {
  const api = eventsApi(async () => target.api);
  const { signal } = ended;
  const post = openPost(target.ways);
  let place: Place = { cursor: {}, firstPage: new Set() };
  let seen = 0;
  let refused = 0;
  let before = options.all === true;
  try {
    while (!signal.aborted) {
      const walked = await newEvents(api, place, before, signal);
      place = walked.place;
      before = true;
      const events = walked.events.slice(0, (options.count ?? Number.POSITIVE_INFINITY) - seen);
      for (const event of events) process.stdout.write(`${options.json ? event.json : lineOf(event)}\n`);
      seen += events.length;
      if (options.forwardTo !== undefined && events.length > 0) {
        if (!(await forward(target, post, options.forwardTo, events))) refused += 1;
      }
      if (seen >= (options.count ?? Number.POSITIVE_INFINITY)) return refused;
      await sleep(options.every, undefined, { signal });
    }
  } catch (thrown) {
    if (!signal.aborted && !isAbort(thrown)) throw thrown;
  }
  return refused;
}

/** Where a walk ended, and the uids of the newest page: what is listed late stands below events that were there before. */
interface Place {
  cursor: Cursor;
  firstPage: ReadonlySet<string>;
}

/** Walks from the newest event down to where the last walk began. @returns what is new, oldest first */
export async function newEvents(
  api: Pick<EventsApi, 'list'>,
  from: Place,
  wanted: boolean,
  signal: AbortSignal,
): Promise<{ events: IncomingEvent[]; place: Place }> {
  const found: IncomingEvent[] = [];
  let { cursor, firstPage } = from;
  let next: string | undefined;
  let isFirst = true;
  const following = pageWalk();
  do {
    const page = await api.list({ next }, signal);
    const { events } = incomingEvents(page.events);
    const step = takePage(cursor, isFirst, {
      events,
      next: wanted ? page.next : undefined,
    });
    found.push(...step.above, ...listedLate(cursor, events, from.firstPage));
    if (isFirst) firstPage = new Set(events.map(({ uid }) => uid));
    cursor = step.cursor;
    next = following(
      step.next,
      events.map(({ uid }) => uid),
    );
    isFirst = false;
  } while (next !== undefined);
  return { events: wanted ? found.reverse() : [], place: { cursor, firstPage } };
}

async function forward(
  { webhookSecret, headerPrefix }: Target,
  post: Post,
  url: string,
  events: readonly IncomingEvent[],
): Promise<boolean> {
  const text = bodyOf(events.map(({ json }) => JSON.parse(json) as unknown));
  const { headers, body } = signedRequest({
    secret: webhookSecret,
    headerPrefix,
    salt: randomUUID(),
    text,
    breakage: 'none',
  });
  const { status, error, durationMs } = await post(url, headers, body);
  const many = `${counted(events.length, 'event')}`;
  process.stderr.write(
    `${many} to ${url}: ${status === undefined ? error : `answered ${status} in ${durationMs} ms`}\n`,
  );
  return status === 200;
}

function lineOf({ uid, type, ts, authorization, meter, form }: IncomingEvent): string {
  const of = [authorization && `authorization ${authorization}`, meter && `meter ${meter}`, form && `form ${form}`];
  return [ts, type, ...of.filter(Boolean), uid].join('  ');
}
