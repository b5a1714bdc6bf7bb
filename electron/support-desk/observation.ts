/** What was seen of a test submission so far, in the terms of the JSON API. Everything a verdict is judged by. */

export interface ObservedNote {
  type: string;
  message: string | undefined;
  at: string | undefined;
  eta: string | undefined;
  /** As received; undefined in what older versions kept. */
  raw?: unknown;
}

export interface ObservedEvent {
  uid: string;
  type: string;
  /** As sent: ISO 8601 with microseconds. */
  ts: string;
  meter: string | undefined;
  raw: unknown;
}

/** Members are undefined where the service did not say them: that is neither zero nor none. */
export interface ObservedMeter {
  uid: string;
  status: string | undefined;
  message: string | undefined;
  notes: ObservedNote[] | undefined;
  bills: number | undefined;
  intervals: number | undefined;
  raw: unknown;
}

/** Members are undefined where the service did not say them. */
export interface ObservedAuthorization {
  uid: string;
  status: string | undefined;
  message: string | undefined;
  revoked: boolean | undefined;
  expired: boolean | undefined;
  notes: ObservedNote[] | undefined;
  raw: unknown;
}

/** True once nothing more can be collected under an authorization. */
export function hasEnded(authorization: ObservedAuthorization | undefined): boolean {
  return Boolean(authorization?.revoked || authorization?.expired);
}

/** An event that does not say what it is about, or cannot be read: it may be one that is missed. */
export interface UnclaimedEvent {
  /** Undefined where it does not say its type. */
  type: string | undefined;
  /** What it does not say, in words. */
  lacks: string;
}

/** Another, newer authorization with events of a meter of this run: uids are persistent across authorizations. */
export interface Sharing {
  meter: string;
  authorization: string;
  /** A historical collection of the meter started there. */
  started: boolean;
}

/** How far a run has come in the steps that follow its submission. */
export interface Progress {
  /** Steps that are done. */
  done: number;
  /** When the last one was done, epoch milliseconds. */
  since: number;
  collections: TriggeredCollection[];
}

export interface TriggeredCollection {
  /** How many meters it was asked for, and their uids: older versions kept none. */
  asked: number;
  meters?: string[];
  /** Uids of those that the service took. */
  accepted: string[];
  /** Why it took none. */
  refusal?: string;
  /** Nobody knows whether the service got the trigger; `accepted` is then what it was asked for. */
  unsure?: boolean;
  /** Uids of the events that were there before. */
  known: string[];
}

export interface Observation {
  /** Epoch milliseconds, this program's clock. */
  firedAt: number;
  /** When anything last changed; a wait counts as indefinite after a quiet time. */
  changedAt: number;
  /** When it was last looked at. */
  seenAt: number;
  referral: string | undefined;
  /** The service that was asked, where one begins anew with each start of the program; see `RunsOptions.service`. */
  service?: string | undefined;
  authorization: ObservedAuthorization | undefined;
  /** The last status of the authorization while it was neither revoked nor expired; undefined where none was seen. */
  statusBeforeEnd?: string | undefined;
  meters: ObservedMeter[];
  /** Sorted by `ts`. */
  events: ObservedEvent[];
  /** The authorization was there, and is no longer listed. */
  lost?: boolean;
  /** Entries of the authorizations and of the meters that could not be read, and why. */
  unread?: { authorizations: string[]; meters: string[] };
  /** Meters of other authorizations that were listed as those of this one; they are not counted. */
  foreign?: string[];
  unclaimed?: UnclaimedEvent[];
  sharing?: Sharing[];
  /** The events reach further back than was read, so one that is missed may be there. */
  eventsCut?: boolean;
  /** Meters that a historical collection was triggered for; undefined before. */
  collected: string[] | undefined;
  /** Undefined before the first step, and in what older versions kept. */
  progress?: Progress;
  /** From when on patience counts: the last step that is done, or following again; before, it is `firedAt`. */
  patientSince?: number;
  /** Why the service would not collect, where it refused the trigger. */
  refusal?: string;
  /** A trigger was about to be sent; where a look or a start of the program begins with it, nobody knows whether it was. */
  collecting?: boolean;
  /** Uids of the events that were there before that. */
  knownBefore?: string[] | undefined;
}

/** True once the authorization part is over, so that a collection can be triggered for the meters that were found. */
export function authorizationSettled(seen: Observation): boolean {
  const status = seen.authorization?.status;
  const finished = seen.events.some((event) => event.type.startsWith('authorization_update_finished_'));
  return status === 'updated' || status === 'errored' || finished;
}
