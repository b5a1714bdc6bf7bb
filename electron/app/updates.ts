/**
 * Says whether there is a newer version. Off unless the user switched it on, and then it only asks a feed: nothing is
 * fetched or installed. The feed is a JSON file, `{"version": "1.2.3", "page": "https://..."}`; it learns the program's
 * name and version (User-Agent) and nothing else.
 */
import { z } from 'zod';
import type { UpdateView } from '#shared/contract/settings.ts';
import { AppError, toErrorValue } from '#shared/errors.ts';
import { routes } from '#shared/routes.ts';
import { isSafeTransport } from '#shared/safe-transport.ts';
import { externalUrl } from '../host/index.ts';
import type { BaseParts } from './base-parts.ts';
import { PROGRAM } from './version.ts';

/** The first time waits for a window, or this long. */
const FIRST_AFTER_MS = 60_000;
const DAY_MS = 86_400_000;
/** How often to check whether a day has passed: a long timer would stand still while the computer sleeps. */
const LOOK_EVERY_MS = 600_000;
const LIMITS = { attempts: 1, rateLimited: 1, redirects: 3 };
const MAX_BYTES = 64 * 1024;

const VERSION = /^\d{1,6}\.\d{1,6}\.\d{1,6}$/;
const feedSchema = z.object({ version: z.string().regex(VERSION), page: z.string().max(2000).optional() });

export interface Updates {
  /** What is known, without asking. */
  view(): Promise<UpdateView>;
  /** Asks the feed. @throws AppError `updates_off` */
  ask(): Promise<UpdateView>;
  stop(): void;
}

export function setupUpdates({ host, http, log, programSettings, start }: BaseParts): Updates {
  const unasked: UpdateView = { state: 'unasked' };
  /** What the feed at an address said last. */
  let last = { feed: '', known: unasked };
  const stopped = new AbortController();

  async function view(): Promise<UpdateView> {
    const { updates, updateFeed } = await programSettings.get();
    return updates ? knownOf(updateFeed) : { state: 'off' };
  }

  /** Another address says something of its own. */
  function knownOf(feed: string): UpdateView {
    return last.feed === feed ? last.known : unasked;
  }

  async function ask(): Promise<UpdateView> {
    const { updates, updateFeed } = await programSettings.get();
    if (!updates) throw new AppError(OFF);
    const before = knownOf(updateFeed);
    const known = await answerOf(updateFeed);
    // The address may have been changed meanwhile.
    if ((await programSettings.get()).updateFeed !== updateFeed) return await view();
    last = { feed: updateFeed, known };
    if (known.state === 'newer' && known.version !== before.version) await tell(known.version ?? '');
    return known;
  }

  async function answerOf(feed: string): Promise<UpdateView> {
    const askedAt = Date.now();
    try {
      const answer = await http.send({
        method: 'GET',
        url: checkedFeed(feed),
        purpose: 'Check for a newer version',
        signal: stopped.signal,
        limits: LIMITS,
        maxBytes: MAX_BYTES,
      });
      return { ...readFeed(answer.text(), PROGRAM.version), askedAt };
    } catch (error) {
      return { state: 'failed', error: toErrorValue(error), askedAt };
    }
  }

  async function tell(version: string): Promise<void> {
    log.info('A newer version is available', { version });
    if (!host.capabilities.notifications) return;
    await host
      .notify({
        title: `Meterscope ${version} is available`,
        body: `You have ${PROGRAM.version}. The About page says where to get it.`,
        route: routes.about(),
      })
      .catch((error) => log.error('A notification could not be shown', error));
  }

  async function checkWhenDue(): Promise<void> {
    const { updates, updateFeed } = await programSettings.get();
    if (!updates || updateFeed === '' || !isCheckDue(knownOf(updateFeed).askedAt, Date.now())) return;
    await ask();
  }

  const look = () => {
    if (!stopped.signal.aborted) checkWhenDue().catch((error) => log.error('Checking for updates failed', error));
  };
  void start.usable.soon(FIRST_AFTER_MS).then(look);
  const timer = setInterval(look, LOOK_EVERY_MS);
  timer.unref();
  return {
    view,
    ask,
    stop: () => {
      stopped.abort();
      clearInterval(timer);
    },
  };
}

/** Once a day. `askedAt` after `now` was written while the clock was ahead. Both are epoch milliseconds. */
export function isCheckDue(askedAt: number | undefined, now: number): boolean {
  return askedAt === undefined || askedAt > now || now - askedAt >= DAY_MS;
}

/** @throws AppError `update_feed_bad` where it is neither https nor on this computer */
export function checkedFeed(address: string): string {
  if (isSafeTransport(address)) return address;
  throw new AppError({
    code: 'update_feed_bad',
    message: address === '' ? 'No address is set for checking newer versions.' : 'That address is not https.',
    action: 'Enter the update address you were given with the program; it begins with https://.',
  });
}

/** Reads what a feed answered, against the version that runs. @throws AppError `update_answer_bad` */
export function readFeed(text: string, running: string): UpdateView {
  try {
    const { version, page } = feedSchema.parse(JSON.parse(text));
    // A feed must not be able to lead anywhere but to an https page.
    const link = page === undefined ? {} : { page: externalUrl(page) };
    return { state: isNewer(version, running) ? 'newer' : 'current', version, ...link };
  } catch (cause) {
    throw new AppError(
      {
        code: 'update_answer_bad',
        message: 'The answer from that address does not name the newest version.',
        action: 'Check that the address is right.',
      },
      { cause },
    );
  }
}

function isNewer(version: string, running: string): boolean {
  const parts = (text: string) => text.split('.').map(Number);
  const [theirs, ours] = [parts(version), parts(running)];
  const at = theirs.findIndex((part, index) => part !== (ours[index] ?? 0));
  return at >= 0 && (theirs[at] ?? 0) > (ours[at] ?? 0);
}

const OFF = {
  code: 'updates_off',
  message: 'Checking for newer versions is switched off.',
  action: 'Switch it on under Settings, General.',
};
