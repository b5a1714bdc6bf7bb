/** Watches what a client does at the authorization and token endpoints. */
import type { RowBook } from '../../common/rows/book.ts';
import type { Seen } from './seen.ts';

/** Added to the answer of an authorization request while a client is watched (test book, OAT003). */
export const STRANGE_PARAMETER = { gigo: 'GarbageInGarbageOut' } as const;

/** Members of a query in which a token may be. */
const TOKEN_NAMES = /^(access_token|token|api_token|bearer|authorization|refresh_token)$/i;
const KEPT = 10_000;

export class OAuthWatch {
  readonly #book: RowBook;
  /** Codes and refresh tokens that were exchanged. */
  readonly #spent = new Set<string>();
  /** Those whose answer was cut: they count no more, and the client has no token of them. */
  readonly #lost = new Set<string>();
  /** Codes that were sent beside a parameter that nobody knows. */
  readonly #strange = new Set<string>();
  /** Tokens that were issued and are not used yet, with the row of their grant. */
  readonly #issued = new Map<string, 'OAT005' | 'OAT007'>();

  constructor(book: RowBook) {
    this.#book = book;
  }

  saw(seen: Seen): void {
    this.#judgeHeader(seen);
    if (seen.path.endsWith('/oauth/authorize')) this.#authorization(seen);
    else if (seen.path.endsWith('/oauth/token') && seen.method === 'POST' && seen.form) this.#token(seen, seen.form);
  }

  /** A token was taken by an address of the API. */
  used(token: string): void {
    const row = this.#issued.get(token);
    if (row === undefined) return;
    this.#issued.delete(token);
    this.#book.judge(row, true, 'the token was used');
  }

  /** What is missing at the end. */
  finish(book: RowBook): void {
    for (const row of this.#issued.values()) book.cannot(row, 'a token was issued that is not used so far');
    if (this.#strange.size > 0) book.cannot('OAT003', 'a code was sent that is not exchanged so far');
  }

  #judgeHeader({ query, api, verdict, words }: Seen): void {
    const named = [...query.keys()].filter((name) => TOKEN_NAMES.test(name));
    if (named.length > 0) this.#book.judge('TOK.header', false, `${words} has ${named.join(', ')} in its query`);
    else if (api !== 'oauth' && verdict.state !== 'missing') {
      this.#book.judge('TOK.header', true, `${words} has its token in the header`);
    }
  }

  #authorization(seen: Seen): void {
    const { method, query, status, isStatusInjected, location, words } = seen;
    if (method === 'POST') {
      const answer = location !== undefined && URL.canParse(location) ? new URL(location).searchParams : undefined;
      const code = answer?.get('code');
      if (code && answer?.has('gigo') && this.#strange.size < KEPT) this.#strange.add(code);
      return;
    }
    const redirect = query.get('redirect_uri');
    if (redirect !== null && isVerdict(seen)) {
      const came = `redirect_uri is ${withoutQuery(redirect).slice(0, 200)}`;
      const isSentBack = status === 302 && isSameAddress(location, redirect);
      if (status === 400) this.#book.judge('OAT001', false, `${came}, which is not registered`);
      else if (status === 200 || isSentBack) this.#book.judge('OAT001', true, came);
    }
    const wrong = [
      ...(query.get('response_type') === 'code' ? [] : ['response_type=code']),
      ...(query.has('client_id') && (status !== 401 || isStatusInjected) ? [] : ['the own client_id']),
      ...(redirect !== null && URL.canParse(redirect) && !redirect.includes('#') ? [] : ['an absolute redirect_uri']),
      ...(/(^|[;\s])FB=\d+(_\d+)*/.test(query.get('scope') ?? '') ? [] : ['a scope with FB=']),
      ...(query.get('state') ? [] : ['a state']),
    ];
    if (wrong.length > 0) this.#book.judge('OAT002', false, `${words} without ${wrong.join(', ')}`);
    else if (isVerdict(seen)) this.#book.judge('OAT002', true, words);
  }

  #token(seen: Seen, form: URLSearchParams): void {
    const { status, isStatusInjected, hasBasic, issued } = seen;
    const grant = form.get('grant_type');
    const lacks = (names: readonly string[]) => names.filter((name) => !form.get(name)).map((name) => `no ${name}`);
    const basic = hasBasic ? [] : ['no HTTP Basic'];
    switch (grant) {
      case 'authorization_code': {
        const inForm = ['client_id', 'client_secret'].filter((name) => form.has(name));
        const faults = [...basic, ...lacks(['code', 'redirect_uri']), ...inForm.map((name) => `${name} in the form`)];
        this.#form('OAT004', faults, seen, this.#countsNoMore(form.get('code') ?? ''));
        this.#exchanged('CODE.once', form.get('code') ?? '', seen, 'the code');
        break;
      }
      case 'refresh_token':
        // The customer may have revoked it.
        this.#form('OAT008', [...basic, ...lacks(['refresh_token', 'scope'])], seen, true);
        this.#exchanged('REFRESH.once', form.get('refresh_token') ?? '', seen, 'the refresh token');
        break;
      case 'client_credentials':
        this.#form('OAT006', [...basic, ...lacks(['scope'])], seen, false);
        break;
      default:
    }
    const row = { authorization_code: 'OAT005', client_credentials: 'OAT007' } as const;
    if (status !== 200 || isStatusInjected || issued === undefined || this.#issued.size >= KEPT) return;
    if (grant === 'authorization_code' || grant === 'client_credentials') this.#issued.set(issued, row[grant]);
  }

  /** @param mayBeVoid what was exchanged may count no more, which says nothing of the form */
  #form(row: string, faults: readonly string[], seen: Seen, mayBeVoid: boolean): void {
    const { status, issued, refusal } = seen;
    if (faults.length > 0) {
      this.#book.judge(row, false, `${faults.join(', ')}; answered ${status}`);
      return;
    }
    const isCut = status === 200 && issued === undefined;
    if (!isVerdict(seen) || isCut || (mayBeVoid && refusal === 'invalid_grant')) return;
    this.#book.judge(row, status === 200, `all that belongs into it; answered ${status}`);
  }

  #countsNoMore(code: string): boolean {
    return this.#spent.has(code) || this.#lost.has(code);
  }

  #exchanged(row: string, secret: string, { status, isStatusInjected, issued }: Seen, what: string): void {
    if (secret === '') return;
    if (this.#spent.has(secret)) {
      this.#book.judge(row, false, `${what} was sent again after it was exchanged; answered ${status}`);
      return;
    }
    if (status !== 200 || isStatusInjected) return;
    if (issued === undefined) {
      if (this.#lost.size < KEPT) this.#lost.add(secret);
      return;
    }
    this.#spent.add(secret);
    this.#book.judge(row, true, `${what} was exchanged once`);
    if (this.#strange.delete(secret))
      this.#book.judge('OAT003', true, 'a code beside a strange parameter was exchanged');
  }
}

/** Whether the status says something of the request: a fault that was switched on, 429 and a failure of the service do not. */
function isVerdict({ status, isStatusInjected }: Seen): boolean {
  return !isStatusInjected && status !== 429 && status < 500;
}

/** Whether two addresses are the same but for their queries. */
function isSameAddress(one: string | undefined, other: string): boolean {
  if (one === undefined || !URL.canParse(one) || !URL.canParse(other)) return false;
  return withoutQuery(new URL(one).href) === withoutQuery(new URL(other).href);
}

function withoutQuery(address: string): string {
  return address.replace(/[?#].*/, '');
}
