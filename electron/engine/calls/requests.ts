/** The request log of a workspace, with what was kept of headers and bodies. */
import type { CallInput, CallOutput } from '#shared/contract/index.ts';
import type {
  InspectedRequest,
  KeptExchange,
  ListSubject,
  RequestSubject,
  RequestView,
} from '#shared/contract/requests.ts';

/** A request that ended, as it goes into the log. */
export interface LoggedRequest {
  view: RequestView;
  about?: RequestSubject | undefined;
  /** Headers and bodies, secrets taken out. */
  kept?: KeptExchange | undefined;
}

/** How long headers and bodies stay. */
export interface KeepLimits {
  days: number;
  /** Of all of them together. */
  bytes: number;
}

/** Requests that were made for something, and those of a time (epoch milliseconds) whose address names it. */
export interface SubjectFilter extends ListSubject {
  named?: readonly string[] | undefined;
  from?: number | undefined;
  to?: number | undefined;
}

/** Of which requests a list is; those that the store has not got yet are handed in, as far as they are of it. */
export interface WhichRequests {
  polls?: boolean | undefined;
  tries?: boolean | undefined;
  about?: SubjectFilter | undefined;
  held?: readonly RequestView[] | undefined;
}

/** A list of the contract, where the core adds what the store does not know. */
type Listed<Name extends 'requests.list' | 'requests.ids' | 'requests.choices'> = {
  input: Omit<CallInput<Name>, keyof WhichRequests> & WhichRequests;
  output: CallOutput<Name>;
};

export type RequestListCalls = {
  'requests.list': Listed<'requests.list'>;
  'requests.ids': Listed<'requests.ids'>;
  'requests.choices': Listed<'requests.choices'>;
};

export type RequestCalls = {
  /** Appends to the request log (or replaces by id: the same request, further on). Keeps the newest 50,000. */
  'requests.append': { input: { workspace: string; requests: LoggedRequest[]; keep: KeepLimits }; output: undefined };
  /** Error `request_unknown`. */
  'requests.inspect': { input: { workspace: string; id: string }; output: InspectedRequest };
  /** What was kept of each and of all tries of its call; those that are no longer in the log are left out. Oldest first. */
  'requests.kept': {
    input: { workspace: string; ids: string[] };
    output: { request: RequestView; kept: KeptExchange | undefined }[];
  };
  /** Notes that a request brought these (events that a poll found). */
  'requests.link': { input: { workspace: string; id: string; about: RequestSubject[] }; output: undefined };
  /** How much headers and bodies take: requests, and characters. */
  'requests.use': { input: { workspace: string }; output: { requests: number; bytes: number } };
  /** Deletes what is beyond the limits; nothing is left where they are 0. */
  'requests.trim': { input: { workspace: string; keep: KeepLimits; now: number }; output: undefined };
};
