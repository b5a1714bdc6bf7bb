/** The list of events and those who listen to it. Delivery is the business of webhooks/. */
import { isoMicros } from './time.ts';
import type { Authorization, Meter, Millis, ServiceEvent } from './types.ts';

interface EventAbout {
  authorization?: Authorization;
  meter?: Meter;
  formUid?: string;
}

export interface EventBook {
  readonly list: readonly ServiceEvent[];
  byUid(uid: string): ServiceEvent | undefined;
  /** Appends without telling anybody: what happened before the simulated time started. */
  record(type: string, about: EventAbout, at: Millis, target?: string): ServiceEvent;
  tell(event: ServiceEvent): void;
  listen(listener: (event: ServiceEvent) => void): () => void;
}

export function createEventBook(newUid: () => string): EventBook {
  const list: ServiceEvent[] = [];
  const byUid = new Map<string, ServiceEvent>();
  const listeners = new Set<(event: ServiceEvent) => void>();
  return {
    list,
    byUid: (uid) => byUid.get(uid),
    record(type, about, at, target) {
      const authorization = about.authorization ?? about.meter?.authorization;
      const event: ServiceEvent = {
        uid: newUid(),
        type,
        ts: isoMicros(at),
        ...(target === undefined ? {} : { delivery_method: 'webhook' as const, delivery_target: target }),
        is_delivered: false,
        ...(authorization ? { authorization_uid: authorization.uid } : {}),
        ...(about.meter ? { meter_uid: about.meter.uid } : {}),
        ...(about.formUid === undefined ? {} : { form_uid: about.formUid }),
      };
      list.push(event);
      byUid.set(event.uid, event);
      return event;
    },
    tell(event) {
      for (const listener of listeners) listener(event);
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
