/** The request log of a workspace, with what was kept of headers and bodies. */
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

export type RequestCalls = {
  /** Appends to the request log (or replaces by id: the same request, further on). Keeps the newest 50,000. */
  'requests.append': { input: { workspace: string; requests: LoggedRequest[]; keep: KeepLimits }; output: undefined };
  /** Newest first. */
  'requests.list': {
    /** `polls` false leaves out the polls for events. */
    input: { workspace: string; limit: number; polls?: boolean | undefined; about?: SubjectFilter | undefined };
    output: RequestView[];
  };
  /** Error `request_unknown`. */
  'requests.inspect': { input: { workspace: string; id: string }; output: InspectedRequest };
  /** What was kept of each; those that are no longer in the log are left out. Oldest first. */
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
