/** Tells the third party that a bulk feed has news: an ESPI BatchList, posted to thirdPartyNotifyUri. */
import { Hono } from 'hono';
import { z } from 'zod';
import { errorObject } from '../json/errors.ts';
import type { ServiceEnv } from '../world/types.ts';
import type { ServiceWorld } from '../world/world.ts';
import { XML_HEAD } from './atom.ts';
import { paths } from './paths.ts';
import { espiBase } from './registration.ts';
import type { GreenButtonState } from './router.ts';
import { tag } from './xml.ts';

const TIMEOUT_MS = 5_000;

/** What a notification may be about (test book, FB_39). */
const ABOUT = ['bulk', 'application', 'authorization', 'subscription'] as const;
type About = (typeof ABOUT)[number];

/** The document: one `resources` element a URL. */
function batchList(world: ServiceWorld, about: About): string {
  const address = espiBase(world) + pathAbout(world, about);
  return `${XML_HEAD}<BatchList xmlns="http://naesb.org/espi">${tag('resources', address)}</BatchList>\n`;
}

/** Of authorizations the oldest that is alive and has a token. */
function pathAbout(world: ServiceWorld, about: About): string {
  if (about === 'bulk') return paths.bulk(world.settings.bulkUid);
  if (about === 'application') return paths.application(world.settings.appUid);
  const all = [...world.authorizations.values()];
  const alive = all.find(
    (one) => one.revokedAt === null && !one.isExpired && world.tokenStore.accessExpiry(one.uid) !== null,
  );
  if (!alive) return '/Authorization';
  return about === 'authorization' ? paths.authorization(alive) : paths.batch(alive);
}

/** Posts it once. Returns the status of the answer, or null when none came. */
async function sendNotification(
  world: ServiceWorld,
  url: string,
  about: About,
): Promise<{ url: string; status: number | null }> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/atom+xml; charset=utf-8' },
      body: batchList(world, about),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    return { url, status: response.status };
  } catch {
    return { url, status: null };
  }
}

const notificationSchema = z.strictObject({
  url: z.url({ protocol: /^https?$/ }).max(2_000),
  about: z.enum(ABOUT).default('bulk'),
  /** Sent there this once; the registration keeps its address. */
  once: z.boolean().default(false),
});

/** `PUT /notification {"url"}` below the control URL: sends a notification there and, unless `once`, sets thirdPartyNotifyUri. */
export function notificationControl(world: ServiceWorld, state: GreenButtonState): Hono<ServiceEnv> {
  const app = new Hono<ServiceEnv>();
  app.put('/notification', async (c) => {
    const body = notificationSchema.safeParse(await c.req.json().catch(() => null));
    if (!body.success) return c.json(errorObject('invalid_param', 'Give {"url": "http(s)://..."}.'), 400);
    const { url, about, once } = body.data;
    if (!once) state.notifyUri = url;
    return c.json(await sendNotification(world, url, about));
  });
  return app;
}
