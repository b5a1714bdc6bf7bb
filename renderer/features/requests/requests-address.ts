/** What the address of the request log keeps, and where a request leads back to. */
import type { ListSubject } from '#shared/contract/requests.ts';

export interface RequestsSearch {
  /** Id of the opened request. */
  request?: string;
  /** Only requests that were made for this: kind and id, `run:...`. */
  about?: string;
}

const KINDS = [
  'run',
  'collection',
  'event',
  'browser',
  'check',
  'job',
] as const satisfies readonly ListSubject['kind'][];

/** In words, for a link or a badge. */
export const subjectWords: Readonly<Record<ListSubject['kind'], string>> = {
  run: 'Test submission',
  collection: 'Historical collection',
  event: 'Event',
  browser: 'Asked by hand under',
  check: 'Check of the service',
  job: 'Job',
};

/** Reads an address; what makes no sense is left out rather than refused. */
export function parseRequestsSearch({ request, about }: Record<string, unknown>): RequestsSearch {
  return {
    ...(typeof request === 'string' ? { request } : {}),
    ...(typeof about === 'string' && subjectOf(about) ? { about } : {}),
  };
}

export function aboutText({ kind, id }: ListSubject): string {
  return `${kind}:${id}`;
}

export function subjectOf(about: string | undefined): ListSubject | undefined {
  const [, word, id] = /^(\w+):(.{1,200})$/.exec(about ?? '') ?? [];
  const kind = KINDS.find((one) => one === word);
  return kind && id !== undefined ? { kind, id } : undefined;
}
