import { describe, expect, it } from 'vitest';
import { redactBody, redactText, redactUrl, secretsOfForm } from '../../../electron/http/redact.ts';

describe('redactUrl', () => {
  it('hides what opens something and keeps the rest', () => {
    const url = redactUrl('https://user:pw@a.example/x?updated-min=2026-01-01&access_token=SECRET&code=SECRET#SECRET');
    expect(url).not.toContain('SECRET');
    expect(url).not.toContain('pw');
    expect(url).toContain('updated-min=2026-01-01');
  });

  it('hides the parameters of signed links, whoever signed them', () => {
    const link =
      'https://store.example/a?X-Goog-Signature=SECRET&X-Amz-Credential=SECRET&sig=SECRET&session_token=SECRET';
    expect(redactUrl(`${link}&page=2`)).not.toContain('SECRET');
    expect(redactUrl(`${link}&page=2`)).toContain('page=2');
    expect(redactBody(`<a href="${link.replaceAll('&', '&amp;')}"/>`)).not.toContain('SECRET');
  });

  it.each([
    ['/d/7.xml?sig=SECRET&page=2', '/d/7.xml?sig=***&page=2'],
    ['d/7.xml?page=2&%73ig=SECRET', 'd/7.xml?page=2&sig=***'],
    ['//user:SECRET@store.example/a?session_token=SECRET&page=2', '//store.example/a?session_token=***&page=2'],
    ['/callback?code=SECRET&state=SECRET&page=2#access_token=SECRET', '/callback?code=***&state=***&page=2'],
    ['?from=2026-01-01T00:00:00Z&page=2', '?from=2026-01-01T00:00:00Z&page=2'],
    ['https://user:SECRET@store.example:99999/a?sig=SECRET&page=2', 'https://store.example:99999/a?sig=***&page=2'],
  ])('hides the same in %s, which is no whole URL', (address, expected) => {
    expect(redactUrl(address)).toBe(expected);
  });

  it('does not throw on what is no URL', () => {
    expect(redactUrl('not a url Bearer SECRET')).not.toContain('SECRET');
  });
});

describe('the secrets of a form', () => {
  it('are the values of what opens something, decoded', () => {
    const fields = {
      grant_type: 'refresh_token',
      scope: 'FB=34_35',
      client_id: 'me',
      redirect_uri: 'https://a.example/',
    };
    const secrets = { refresh_token: 'a+b c', client_secret: 's', code: 'x', code_verifier: 'v', password: 'p' };
    expect(secretsOfForm(new URLSearchParams({ ...fields, ...secrets }).toString())).toEqual(Object.values(secrets));
    expect(secretsOfForm('')).toEqual([]);
  });
});

describe('redactText', () => {
  it.each([
    'Authorization: Bearer SECRET',
    'authorization: basic SECRET==',
    '{"access_token": "SECRET", "x": 1}',
    'refresh_token=SECRET&x=1',
    '<client_secret>SECRET</client_secret>',
  ])('hides the secret of %s', (text) => {
    expect(redactText(text)).not.toContain('SECRET');
  });

  it('leaves ordinary text alone', () => {
    expect(redactText('The token is missing; see code 7.')).toBe('The token is missing; see code 7.');
  });
});
