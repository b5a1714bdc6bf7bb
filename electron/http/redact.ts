/** The one place that takes secrets out of URLs and texts that go into logs. */

/** Query parameters whose values are secrets (OAuth, signed links). */
const SECRET_PARAMETER =
  /^(access_token|refresh_token|token|code|state|client_secret|code_verifier|password|api_key|apikey|key|sig|signature|x-amz-.*)$/i;

const HIDDEN = '***';

/** A URL without user info, without the values of secret parameters, without a fragment. Never throws. */
export function redactUrl(url: string): string {
  // Not URL.parse: Node 20 does not have it.
  if (!URL.canParse(url)) return redactText(url);
  const parsed = new URL(url);
  parsed.username = '';
  parsed.password = '';
  parsed.hash = '';
  for (const name of new Set(parsed.searchParams.keys())) {
    if (SECRET_PARAMETER.test(name)) parsed.searchParams.set(name, HIDDEN);
  }
  return parsed.href;
}

/** Free text (an error's message, a body's beginning) with bearer tokens and secret members blanked. */
export function redactText(text: string): string {
  return text
    .replace(/\b(bearer|basic)\s+[\w.~+/=-]+/gi, `$1 ${HIDDEN}`)
    .replace(
      /("?(?:access_token|refresh_token|client_secret|registration_access_token|code_verifier|api_token|password)(?:"?\s*[:=]\s*"?|>))[^"&\s,}<]+/gi,
      `$1${HIDDEN}`,
    );
}
