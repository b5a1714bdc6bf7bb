import { describe, expect, it } from 'vitest';
import {
  basesOf,
  cleanBaseUrl,
  guessedOAuthEndpoints,
  workspaceSchema,
} from '../../../electron/connections/workspace.ts';

describe('the base URL', () => {
  it.each([
    ['https://u.example/', 'https://u.example'],
    ['u.example', 'https://u.example'],
    ['https://u.example/tenant/?x=1#y', 'https://u.example/tenant'],
    ['https://u.example/my-api/v2x', 'https://u.example/my-api/v2x'],
    ['http://127.0.0.1:80801/x'.replace('80801', '8081'), 'http://127.0.0.1:8081/x'],
    ['http://localhost:5/', 'http://localhost:5'],
  ])('%s is kept as %s', (text, kept) => {
    expect(cleanBaseUrl(text)).toBe(kept);
  });

  it.each([
    'http://u.example',
    'http://127.0.0.1.evil.example',
    'ftp://u.example',
    'file:///etc/passwd',
    'javascript://x',
  ])('%s is refused', (text) => {
    expect(() => cleanBaseUrl(text)).toThrow(expect.objectContaining({ code: 'insecure_url' }));
  });

  it.each(['https://user:secret@u.example', 'user@u.example', 'https://:x@u.example/'])('%s holds a login', (text) => {
    expect(() => cleanBaseUrl(text)).toThrow(expect.objectContaining({ code: 'address_with_login' }));
  });

  it.each([
    ['https://u.example/api/v2', 'https://u.example'],
    ['https://u.example/api/v3/forms?x=1', 'https://u.example'],
    ['https://u.example/DataCustodian/espi/1_1/resource', 'https://u.example'],
    ['https://u.example/tenant/datacustodian/', 'https://u.example/tenant'],
  ])('%s goes on into an API; %s is offered', (text, suggestion) => {
    expect(() => cleanBaseUrl(text)).toThrow(
      expect.objectContaining({ code: 'address_of_api', details: { suggestion } }),
    );
  });

  it.each(['', 'https://', 'two words'])('"%s" is no address', (text) => {
    expect(() => cleanBaseUrl(text)).toThrow(expect.objectContaining({ code: 'bad_address' }));
  });
});

describe('what follows from it', () => {
  const workspace = workspaceSchema.parse({
    id: 'a',
    name: 'A',
    kind: 'live',
    mode: 'live',
    color: '#000000',
    baseUrl: 'https://u.example',
    zone: 'UTC',
    createdAt: 0,
  });

  it('both bases and the OAuth addresses, as the specification and its facts have them', () => {
    expect(basesOf(workspace)).toEqual({
      espiBase: 'https://u.example/DataCustodian/espi/1_1/resource',
      apiBase: 'https://u.example/api/v2',
    });
    expect(guessedOAuthEndpoints(workspace)).toEqual({
      authorization: 'https://u.example/DataCustodian/oauth/authorize',
      token: 'https://u.example/DataCustodian/oauth/token',
    });
  });

  it('unless overridden', () => {
    const other = { ...workspace, espiBase: 'https://g.example/dc/espi/1_1/resource/', apiBase: 'https://a.example' };
    expect(basesOf(other)).toEqual({
      espiBase: 'https://g.example/dc/espi/1_1/resource',
      apiBase: 'https://a.example',
    });
    expect(guessedOAuthEndpoints(other).token).toBe('https://g.example/dc/oauth/token');
  });

  it('nothing for opened files', () => {
    expect(() => basesOf({ ...workspace, baseUrl: undefined })).toThrow(
      expect.objectContaining({ code: 'no_service' }),
    );
  });
});
