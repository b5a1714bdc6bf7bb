import { matchResource } from '#shared/resources.ts';
import type { TokenAnswer } from '../token-endpoint.ts';

/** The auth_uid that a token is for: the answer names it in its URIs (service-facts, row OAuth). */
export function authorizationOf(answer: TokenAnswer): string | undefined {
  for (const uri of [answer.authorizationUri, answer.resourceUri, answer.customerResourceUri]) {
    const uid = uri === undefined ? undefined : matchResource(uri)?.values.auth_uid;
    if (uid !== undefined) return uid;
  }
  return undefined;
}
