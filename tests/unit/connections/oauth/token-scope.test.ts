import { describe, expect, it } from 'vitest';
import { authorizationOf } from '../../../../electron/connections/oauth/token-scope.ts';

const scopeOf = (uris: object) =>
  authorizationOf({
    authorizationUri: undefined,
    resourceUri: undefined,
    customerResourceUri: undefined,
    ...uris,
  } as never);

describe('the authorization of a token', () => {
  it.each([
    [{ authorizationUri: 'https://u.example/DataCustodian/espi/1_1/resource/Authorization/42' }],
    [{ resourceUri: 'https://gw.example/gbc/v1/Batch/Subscription/42' }],
    [{ authorizationUri: 'https://gw.example/consents?id=9', customerResourceUri: '/gbc/v1/Batch/RetailCustomer/42' }],
  ])('is named by an address of any base: %j', (uris) => expect(scopeOf(uris)).toBe('42'));

  it('is not known where no address names one', () => {
    expect(scopeOf({})).toBeUndefined();
    expect(scopeOf({ resourceUri: 'https://gw.example/gbc/v1/42' })).toBeUndefined();
  });
});
