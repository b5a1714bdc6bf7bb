import type { TokenClass } from '../world/types.ts';

/** One request, as `GET {control_url}/requests` shows it. Never a token. */
export interface RequestRecord {
  readonly ts: string;
  readonly method: string;
  readonly path: string;
  /** Query with the values of secrets replaced; empty when there is none. */
  readonly query: string;
  readonly token_class: TokenClass | 'none' | 'invalid';
  readonly status: number;
  /** Milliseconds of the wall until the answer's head was ready. */
  readonly ms: number;
  /** True where a fault or the rate limit answered instead of the service. */
  readonly injected: boolean;
}

const RECORDS_KEPT = 10_000;
/** Query members that would let a reader of the log act as somebody else. */
const SECRET_MEMBERS = /^(code|state|token|access_token|refresh_token|client_secret|code_verifier)$/i;

/** The latest requests, oldest first. */
export class RequestLog {
  #records: RequestRecord[] = [];

  get records(): readonly RequestRecord[] {
    return this.#records;
  }

  add(record: RequestRecord): void {
    this.#records.push(record);
    // Cut in halves: shifting one by one would move ten thousand entries a request.
    if (this.#records.length > 2 * RECORDS_KEPT) this.#records = this.#records.slice(-RECORDS_KEPT);
  }

  clear(): void {
    this.#records = [];
  }
}

/** A query string without its secrets. */
export function redactQuery(search: string): string {
  if (search === '' || search === '?') return '';
  const members = new URLSearchParams(search);
  for (const name of [...members.keys()]) if (SECRET_MEMBERS.test(name)) members.set(name, 'redacted');
  return members.toString();
}
