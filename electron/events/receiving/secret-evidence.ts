/**
 * Why a signature does not match, as far as anyone can know. A wrong secret and a changed byte look the same in one
 * delivery; what is known about the secret, and what a small repair of the body would do, distinguish the two.
 */
import { sameText } from '../../common/same-text.ts';
import { signatureOf } from './signature.ts';

/** More failures in a row than this, after deliveries that matched, are no accident of single bodies. */
const ROTATED_AFTER = 3;
/** A repair is looked for in bodies up to this size: strangers must not make this program hash megabytes over and over. */
const REPAIRED_UP_TO = 256 * 1024;

interface Attempt {
  secret: string;
  salt: string;
  signature: string;
  body: Uint8Array;
}

/** A delivery from outside that was good once, e.g. before this start. */
export interface KnownGood {
  salt: string;
  signature: string;
  body: Uint8Array;
}

/** A kept delivery as evidence. @param headers as they were sent, any case */
export function knownGood(
  headers: readonly [string, string][],
  body: Uint8Array,
  headerPrefix: string,
): KnownGood | undefined {
  const header = (name: string) =>
    headers.find(([sent]) => sent.toLowerCase() === `${headerPrefix}${name}`.toLowerCase())?.[1];
  const [salt, signature] = [header('Salt'), header('Signature')];
  return salt === undefined || signature === undefined ? undefined : { salt, signature, body };
}

export class SecretEvidence {
  readonly #lastGood: () => Promise<KnownGood | undefined>;
  #secret: string | undefined;
  #hasFitted = false;
  #failuresSince = 0;
  #past: Promise<boolean> | undefined;

  /** @param lastGood the newest kept delivery from outside; asked for once per secret, and only when a delivery does not match */
  constructor(lastGood: () => Promise<KnownGood | undefined>) {
    this.#lastGood = lastGood;
  }

  /** A delivery from outside matched. */
  fitted(secret: string): void {
    this.#about(secret);
    this.#hasFitted = true;
    this.#failuresSince = 0;
  }

  /**
   * Why this one does not match, in one sentence.
   * @param isOutside false for what this program sent itself, to rehearse: it says nothing about the secret
   */
  async explain(attempt: Attempt, isOutside = true): Promise<string> {
    const { secret, signature } = attempt;
    this.#about(secret);
    if (isOutside) this.#failuresSince += 1;
    if (!/^[0-9a-f]{64}$/.test(signature)) return 'The signature is no SHA-256 in lowercase hex.';
    const repair = repairOf(attempt);
    if (repair !== undefined) return repair;
    this.#past ??= this.#didFitBefore(secret);
    if (!(this.#hasFitted || (await this.#past))) {
      return isOutside
        ? 'Probably the wrong secret: no delivery has matched this workspace’s secret yet.'
        : 'A changed body or another secret; no delivery has matched this workspace’s secret from outside yet.';
    }
    return isOutside && this.#failuresSince > ROTATED_AFTER
      ? `Probably the wrong secret by now: earlier deliveries matched it, but not the last ${this.#failuresSince}.`
      : 'Probably a changed body or another sender: other deliveries match the secret.';
  }

  #about(secret: string): void {
    if (secret === this.#secret) return;
    this.#secret = secret;
    this.#hasFitted = false;
    this.#failuresSince = 0;
    this.#past = undefined;
  }

  async #didFitBefore(secret: string): Promise<boolean> {
    const good = await this.#lastGood().catch(() => undefined);
    return good !== undefined && sameText(signatureOf(secret, good.salt, good.body), good.signature);
  }
}

/** A change of the body that makes it match: certain, because no stranger could sign that either. */
function repairOf({ secret, salt, signature, body }: Attempt): string | undefined {
  if (body.length > REPAIRED_UP_TO) return undefined;
  const fits = (key: string, bytes: Uint8Array) => sameText(signatureOf(key, salt, bytes), signature);
  if (secret.trim() !== secret && fits(secret.trim(), body)) {
    return 'The secret of this workspace has spaces around it; without them it matches.';
  }
  const text = Buffer.from(body).toString('latin1'); // one character a byte, so nothing is lost
  const repairs: [string, string][] = [
    ['line breaks or blanks at its end were added', text.trimEnd()],
    ['the line break at its end was removed', `${text}\n`],
    ['its line breaks were changed', text.replaceAll('\r\n', '\n')],
    ['its line breaks were changed', text.replace(/\r?\n/g, '\r\n')],
  ];
  const found = repairs.find(([, changed]) => changed !== text && fits(secret, Buffer.from(changed, 'latin1')));
  return found && `The secret is right, but the body was changed on its way: ${found[0]}.`;
}
