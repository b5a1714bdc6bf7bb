/** What a simulated service can be made to do, by its control API. */
import { z } from 'zod';
import type { SimulatedSide } from '../../conformance/service/index.ts';
import { askControl } from '../demo-control.ts';
import { listenForNotifications } from './notification-listener.ts';

const delivered = z.looseObject({ status: z.number().nullable() });

export function simulatedSide(service: { control_url: string; utility: string; test_prefix: string }): SimulatedSide {
  const { control_url: control, utility, test_prefix: prefix } = service;
  return {
    login: { utility, username: `${prefix}_TEST_residential` },
    revoke: async (authorization) => {
      await askControl(control, 'POST', `/authorizations/${encodeURIComponent(authorization)}/revoke`);
    },
    notify: async (url, about) => {
      const answer = await askControl(control, 'PUT', '/notification', { url, about, once: true });
      return { status: delivered.parse(answer).status };
    },
    listen: listenForNotifications,
  };
}
