import { describe, expect, it } from 'vitest';
import { readApplicationInformation } from '../../../electron/connections/endpoints.ts';

const entry = (inner: string, prefix = 'espi:') =>
  `<?xml version="1.0"?><a:entry xmlns:a="http://www.w3.org/2005/Atom" xmlns:espi="http://naesb.org/espi"><a:content><${prefix}ApplicationInformation>${inner}</${prefix}ApplicationInformation></a:content></a:entry>`;

describe('ApplicationInformation', () => {
  it('says where OAuth is and who we are, under any prefix', () => {
    const read = readApplicationInformation(
      entry(
        '<espi:authorizationServerAuthorizationEndpoint>https://u.example/authorize?a=1&amp;b=2</espi:authorizationServerAuthorizationEndpoint><espi:authorizationServerTokenEndpoint> https://u.example/token </espi:authorizationServerTokenEndpoint><espi:client_id>007</espi:client_id><espi:redirect_uri>https://one.example</espi:redirect_uri><espi:redirect_uri>https://two.example</espi:redirect_uri>',
      ),
    );
    expect(read).toMatchObject({
      authorizationEndpoint: 'https://u.example/authorize?a=1&b=2',
      tokenEndpoint: 'https://u.example/token',
      clientId: '007',
      redirectUri: 'https://one.example',
      clientSecret: undefined,
    });
  });

  it.each([
    ['', 'nothing'],
    ['<html><body>Sign in</body></html>', 'a page'],
    ['<!DOCTYPE x [<!ENTITY e "boom">]><ApplicationInformation>&e;</ApplicationInformation>', 'entities'],
    ['{"error":"x"}', 'JSON'],
  ])('%s is refused (%s)', (text) => {
    expect(() => readApplicationInformation(text)).toThrow(
      expect.objectContaining({ code: 'no_application_information' }),
    );
  });
});
