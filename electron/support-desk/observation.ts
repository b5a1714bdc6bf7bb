/** What was seen of a test submission so far, in the terms of the JSON API. Everything a verdict is judged by. */

export interface ObservedNote {
  type: string;
  message: string | undefined;
  at: string | undefined;
  eta: string | undefined;
}

export interface ObservedEvent {
  uid: string;
  type: string;
  /** As sent: ISO 8601 with microseconds. */
  ts: string;
  meter: string | undefined;
  raw: unknown;
}

export interface ObservedMeter {
  uid: string;
  status: string;
  message: string | undefined;
  notes: ObservedNote[];
  bills: number;
  intervals: number;
  raw: unknown;
}

export interface ObservedAuthorization {
  uid: string;
  status: string;
  message: string | undefined;
  revoked: boolean;
  expired: boolean;
  notes: ObservedNote[];
  raw: unknown;
}

export interface Observation {
  /** Epoch milliseconds, this program's clock. */
  firedAt: number;
  /** When anything last changed; a wait counts as indefinite after a quiet time. */
  changedAt: number;
  /** When it was last looked at. */
  seenAt: number;
  referral: string | undefined;
  authorization: ObservedAuthorization | undefined;
  meters: ObservedMeter[];
  /** Sorted by `ts`. */
  events: ObservedEvent[];
  /** Meters that a historical collection was triggered for; undefined before. */
  collected: string[] | undefined;
  /** The trigger was about to be sent; where `collected` is still undefined after a restart, nobody knows whether it was. */
  collecting?: boolean;
}
