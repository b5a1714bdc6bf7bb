import { describe, expect, it } from 'vitest';
import { type KnownGood, knownGood, SecretEvidence } from '../../../../electron/events/receiving/secret-evidence.ts';
import { signatureOf } from '../../../../electron/events/receiving/signature.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const BODY = '{"events":[],\n "next":null}\n';

/** A delivery that was signed with `by` over `signed` and arrived as `arrived`. */
const attempt = (secret: string, { by = secret, signed = BODY, arrived = 'changed' } = {}) => ({
  secret,
  salt: 'salt',
  signature: signatureOf(by, 'salt', bytes(signed)),
  body: bytes(arrived),
});
const kept = (by: string): KnownGood => ({
  salt: 's',
  signature: signatureOf(by, 's', bytes(BODY)),
  body: bytes(BODY),
});
const withPast = (past: KnownGood | undefined) => new SecretEvidence(async () => past);

describe('why a signature does not fit', () => {
  it('is the secret where nothing has ever fitted it', async () => {
    expect(await withPast(undefined).explain(attempt('a'))).toContain('wrong secret');
    expect(await withPast(kept('other')).explain(attempt('a'))).toContain('wrong secret');
  });

  it('is the body where others fit, in this start or before it', async () => {
    const evidence = withPast(undefined);
    evidence.fitted('a');
    expect(await evidence.explain(attempt('a'))).toContain('changed body');
    expect(await withPast(kept('a')).explain(attempt('a'))).toContain('changed body');
  });

  it('is the secret again where others fitted and none does any more', async () => {
    const evidence = withPast(kept('a'));
    const said: string[] = [];
    for (let n = 0; n < 4; n += 1) said.push(await evidence.explain(attempt('a')));
    expect(said.map((text) => text.includes('wrong secret by now'))).toEqual([false, false, false, true]);
    evidence.fitted('a');
    expect(await evidence.explain(attempt('a'))).toContain('changed body');
  });

  it('is not the secret by now for what this program rehearsed, which counts for nothing', async () => {
    const evidence = withPast(undefined);
    evidence.fitted('a');
    const said: string[] = [];
    for (let n = 0; n < 4; n += 1) said.push(await evidence.explain(attempt('a'), false));
    said.push(await evidence.explain(attempt('a')));
    for (const text of said) expect(text).toContain('changed body');
    // One's own is not told "by now" either, where those from outside are.
    for (let n = 0; n < 3; n += 1) await evidence.explain(attempt('a'));
    expect(await evidence.explain(attempt('a'), false)).not.toContain('by now');
    expect(await evidence.explain(attempt('a'))).toContain('not the last 5');
  });

  it('is not said to be the secret of what this program rehearsed before anything fitted', async () => {
    const text = await withPast(undefined).explain(attempt('a'), false);
    expect(text).toContain('A changed body or another secret');
    expect(text).not.toContain('Probably');
  });

  it('starts afresh with another secret', async () => {
    const evidence = withPast(undefined);
    evidence.fitted('a');
    expect(await evidence.explain(attempt('b'))).toContain('wrong secret');
  });

  it('asks for the past once, and does without it when it cannot be had', async () => {
    let asked = 0;
    const evidence = new SecretEvidence(async () => {
      asked += 1;
      throw new Error('the store is down');
    });
    expect(await evidence.explain(attempt('a'))).toContain('wrong secret');
    await evidence.explain(attempt('a'));
    expect(asked).toBe(1);
  });

  it.each([
    ['end were added', `${BODY}\r\n`],
    ['end was removed', BODY.trimEnd()],
    ['line breaks were changed', BODY.replaceAll('\n', '\r\n')],
  ])('is certain where undoing a change makes it fit: %s', async (words, arrived) => {
    const signed = words === 'end were added' ? BODY.trimEnd() : BODY;
    const said = await withPast(undefined).explain(attempt('a', { signed, arrived }));
    expect(said).toContain('The secret is right');
    expect(said).toContain(words);
  });

  it('is the blanks around the secret where it fits without them', async () => {
    const said = await withPast(undefined).explain(attempt(' a\n', { by: 'a', arrived: BODY }));
    expect(said).toContain('spaces around it');
  });

  it('is the signature itself where that is none', async () => {
    const said = await withPast(kept('a')).explain({ ...attempt('a'), signature: 'sha256=abc' });
    expect(said).toContain('no SHA-256');
  });
});

describe('a kept delivery', () => {
  it('is evidence when it has both headers, in any case', () => {
    const headers: [string, string][] = [
      ['x-service-webhook-SALT', 's'],
      ['X-Service-Webhook-Signature', 'f'],
    ];
    expect(knownGood(headers, bytes(''), 'X-Service-Webhook-')).toMatchObject({ salt: 's', signature: 'f' });
    expect(knownGood(headers.slice(1), bytes(''), 'X-Service-Webhook-')).toBeUndefined();
  });
});
