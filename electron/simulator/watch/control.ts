/** `PUT /watch` and `GET /watch` below the control URL: begins to watch clients, or ends it; and what they did so far. */
import { Hono } from 'hono';
import { z } from 'zod';
import { errorObject } from '../json/errors.ts';
import type { ServiceEnv } from '../world/types.ts';
import type { ClientWatch } from './client-watch.ts';

const watchSchema = z.strictObject({
  on: z.boolean(),
  ignore: z.array(z.string().min(1).max(200)).max(20).default([]),
});

export function watchControl(watch: ClientWatch): Hono<ServiceEnv> {
  const app = new Hono<ServiceEnv>();
  app.get('/watch', (c) => c.json({ on: watch.isOn, report: watch.report() }));
  app.put('/watch', async (c) => {
    const body = watchSchema.safeParse(await c.req.json().catch(() => null));
    if (!body.success) return c.json(errorObject('invalid_param', 'Give {"on": true} or {"on": false}.'), 400);
    if (body.data.on) watch.start(body.data.ignore);
    else watch.stop();
    return c.json({ on: watch.isOn });
  });
  return app;
}
