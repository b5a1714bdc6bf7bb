import type { ServiceEvent } from '../world/types.ts';

/** An Event as both the JSON API and a webhook body show it (section 2.1), members always in the same order. */
export function eventView(event: ServiceEvent): ServiceEvent {
  return {
    uid: event.uid,
    type: event.type,
    ts: event.ts,
    ...(event.delivery_method === undefined ? {} : { delivery_method: event.delivery_method }),
    ...(event.delivery_target === undefined ? {} : { delivery_target: event.delivery_target }),
    is_delivered: event.is_delivered,
    ...(event.authorization_uid === undefined ? {} : { authorization_uid: event.authorization_uid }),
    ...(event.meter_uid === undefined ? {} : { meter_uid: event.meter_uid }),
    ...(event.form_uid === undefined ? {} : { form_uid: event.form_uid }),
  };
}
