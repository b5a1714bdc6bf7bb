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

/** The document: one `resources` element a URL. */
function batchList(world: ServiceWorld): string {
  const bulk = espiBase(world) + paths.bulk(world.settings.bulkUid);
  return `${XML_HEAD}<BatchList xmlns="http://naesb.org/espi">${tag('resources', bulk)}</BatchList>\n`;
}

/** Posts it once. Returns the status of the answer, or null when none came. */
async function sendNotification(world: ServiceWorld, url: string): Promise<{ url: string; status: number | null }> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/atom+xml; charset=utf-8' },
      body: batchList(world),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    return { url, status: response.status };
  } catch {
    return { url, status: null };
  }
}

const notificationSchema = z.strictObject({ url: z.url({ protocol: /^https?$/ }).max(2_000) });

/** `PUT /notification {"url"}` below the control URL: sets thirdPartyNotifyUri and sends a notification there. */
export function notificationControl(world: ServiceWorld, state: GreenButtonState): Hono<ServiceEnv> {
  const app = new Hono<ServiceEnv>();
  app.put('/notification', async (c) => {
    const body = notificationSchema.safeParse(await c.req.json().catch(() => null));
    if (!body.success) return c.json(errorObject('invalid_param', 'Give {"url": "http(s)://..."}.'), 400);
    state.notifyUri = body.data.url;
    return c.json(await sendNotification(world, state.notifyUri));
  });
  return app;
}
