/** Addresses that are asked with wrong tokens: what is filed where no service answers, and where a token has ended. */
import { describe, expect, it } from 'vitest';
import {
  askAcrossAuthorizations,
  askWithReplacedToken,
  askWithWrongTokens,
} from '../../../../electron/conformance/service/refusing.ts';
import { resourceNamed } from '../../../../shared/resources.ts';
import { answered, filed, held, RESET, runAt } from './run-at.ts';

describe('a request with a wrong token', () => {
  it('that nobody answers is no failure of the service', async () => {
    const run = runAt({ get: async () => RESET });
    await askWithWrongTokens(run);
    await askAcrossAuthorizations(run);
    await askWithReplacedToken(run, '7');
    expect(filed(run, 'OAD009')).toEqual({
      passed: [],
      failed: [],
      cannot: [
        'connection reset with the registration_access_token',
        'connection reset with the client_access_token',
        'connection reset with no token',
        'connection reset with a malformed token',
        'connection reset with an unknown token',
      ],
    });
    for (const id of ['TOK.other', 'TOK.ended']) {
      const { passed, failed, cannot } = filed(run, id);
      expect([...passed, ...failed]).toEqual([]);
      expect(cannot.length).toBeGreaterThan(0);
    }
  });

  it('that is put off in part is judged by the rest', async () => {
    const run = runAt({ get: async (_path, { kind }) => answered(kind === 'none' ? 429 : 401) });
    await askWithWrongTokens(run);
    expect(filed(run, 'OAD009')).toMatchObject({ failed: [], cannot: ['429 with no token'] });
    expect(filed(run, 'OAD009').passed).toHaveLength(4);
  });

  it('that is answered with data, as not found or by a failure of the server fails', async () => {
    for (const status of [200, 202, 404, 500]) {
      const run = runAt({ get: async () => answered(status) });
      await askWithWrongTokens(run);
      expect(filed(run, 'OAD009').failed).toHaveLength(5);
    }
  });

  it.each([
    ['no registration', ['client', 'access'], 'there is no registration_access_token', 4],
    ['no client', ['registration', 'access'], 'there is no client_access_token', 4],
    ['neither', ['access'], 'there is no registration_access_token', 3],
  ] as const)('of a class that is not held is said to be not looked at: %s token', async (_, classes, why, sent) => {
    const run = runAt({ held: async () => ({ ...(await held()), classes }), get: async () => answered(401) });
    await askWithWrongTokens(run);
    expect(filed(run, 'OAD009').passed).toHaveLength(sent);
    expect(filed(run, 'OAD009').cannot).toContain(why);
    expect(filed(run, 'OAD009').cannot).toHaveLength(5 - sent);
  });

  it('of an authorization is said to be not looked at where no access_token can be used', async () => {
    const run = runAt({ get: async () => answered(401) });
    run.authorizations = [];
    const resource = resourceNamed('AuthorizationList');
    run.found = new Map([[resource.name, { resource, path: resource.path, values: {}, authorization: undefined }]]);
    await askWithWrongTokens(run);
    expect(filed(run, 'OAD008').passed).toHaveLength(4);
    expect(filed(run, 'OAD008').cannot).toEqual(['there is no access_token that can be used']);
  });

  it('is not sent with a token that has come to its end: any service refuses that', async () => {
    const sent: string[] = [];
    const run = runAt({
      held: async () => ({
        ...(await held()),
        isClientStale: true,
        grants: [{ authorization: '7', isEndKnown: true, isStale: true, isOver: true, renewable: false }],
      }),
      get: async (path, { kind }) => {
        sent.push(`${kind} ${path}`);
        return answered(401);
      },
    });
    await askWithWrongTokens(run);
    expect(filed(run, 'OAD009').passed).toHaveLength(4);
    expect(filed(run, 'OAD009').cannot).toEqual(['the client_access_token is at its end']);
    sent.length = 0;
    await askAcrossAuthorizations(run);
    expect(filed(run, 'TOK.other')).toEqual({
      passed: [],
      failed: [],
      cannot: ['the access_token of 7 is at its end'],
    });
    expect(sent).toEqual([]);
  });
});
