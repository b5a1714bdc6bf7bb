import { expect, it } from 'vitest';
import { eventView } from '../../../../electron/simulator/json/event-view.ts';
import type { ServiceEvent } from '../../../../electron/simulator/world/types.ts';

it('an event is shown in one order, without what it does not name', () => {
  const whole: ServiceEvent = {
    form_uid: 'f',
    meter_uid: 'm',
    authorization_uid: 'a',
    is_delivered: true,
    delivery_target: 'https://x.test/',
    delivery_method: 'webhook',
    ts: 't',
    type: 'meter_created',
    uid: '1',
  };
  expect(Object.keys(eventView(whole))).toEqual(Object.keys(whole).reverse());
  expect(eventView(whole)).toEqual(whole);
  const bare: ServiceEvent = { uid: '1', type: 'form_created', ts: 't', is_delivered: false };
  expect(Object.keys(eventView({ ...bare, secret: 1 } as ServiceEvent))).toEqual(['uid', 'type', 'ts', 'is_delivered']);
});
