/** A run as a whole: what its steps leave to each other. */
import { describe, expect, it } from 'vitest';
import type { ServiceDoor } from '../../../../electron/conformance/service/door.ts';
import { hasAnswers } from '../../../../electron/conformance/service/index.ts';
import { SERVICE_ROWS } from '../../../../electron/conformance/service/rows.ts';
import { checkService } from '../../../../electron/conformance/service/run.ts';
import { AppError } from '../../../../shared/errors.ts';
import { answered, held, RESET } from './run-at.ts';

/** The report of a run without any consent. */
async function readOnly(door: Partial<ServiceDoor>) {
  return await checkService(
    { address: 'http://127.0.0.1:1/espi', held, tokenBits: async () => [], ...door } as ServiceDoor, // nothing else of it is used
    {
      consents: [],
      signal: new AbortController().signal,
      paceMs: 0,
      onStep: () => undefined,
      sleep: async () => undefined,
    },
  );
}

it('a row that was looked at in part says what the rest takes', async () => {
  const door: Partial<ServiceDoor> = {
    oauth: {
      authorization: 'http://127.0.0.1:1/a',
      token: 'http://127.0.0.1:1/t',
      clientId: 'me',
      redirectUri: undefined,
    },
    get: async () => answered(401),
    page: async () => answered(401),
    token: async () => ({ ...answered(400), members: [], error: undefined, authorization: undefined }),
    held: async () => ({
      ...(await held()),
      grants: [{ authorization: '7', isEndKnown: true, isStale: true, isOver: true, renewable: false }],
    }),
  };
  const { tests } = await readOnly(door);
  const came = (id: string) => tests.find((test) => test.id === id)?.came;
  expect(came('OAD003')).toContain('Not looked at: the rest takes the consent to "');
  expect(came('OAD016')).toContain('Not looked at: the rest takes the consent to "');
  expect(came('OAD002')).toMatch(/^it takes the consent to "/);
});

it('a service that is away passes nothing, and no answer of it was looked at', async () => {
  const report = await readOnly({
    get: async () => RESET,
    tokenBits: async () => [{ what: 'access_token', bits: 128 }],
  });
  expect(report.tests.filter(({ verdict }) => verdict === 'pass' || verdict === 'fail')).toEqual([]);
  expect(hasAnswers(report)).toBe(false);
  expect(hasAnswers(await readOnly({ get: async () => answered(401) }))).toBe(true);
});

it('an access_token that is refused, and of which nobody says when it ends, accuses the service of nothing', async () => {
  const grant = { authorization: '7', isEndKnown: false, isStale: false, isOver: false, renewable: true };
  const { tests } = await readOnly({
    held: async () => ({ ...(await held()), grants: [grant] }),
    get: async (_path, credential) => {
      const isAccess = credential.kind === 'held' && credential.tokenClass === 'access';
      return answered(isAccess ? 401 : 200, '<feed xmlns="http://www.w3.org/2005/Atom"/>');
    },
  });
  const of = (verdict: string) => tests.filter((test) => test.verdict === verdict).map(({ id }) => id);
  const why = 'the access_token of 7 is refused; it may be over';
  for (const id of ['FND005', 'RES.UsagePointList', 'RES.BatchRetailCustomer']) {
    expect(tests.find((test) => test.id === id)).toMatchObject({ verdict: 'not_checkable', came: why });
  }
  expect(of('fail').filter((id) => id.startsWith('RES.'))).toEqual([]);
  expect(of('pass').filter((id) => id.startsWith('TOK.'))).toEqual([]);
});

it('where a refresh is not taken there is no access_token that was replaced', async () => {
  const asked: string[] = [];
  const door = {
    address: 'http://127.0.0.1:1/espi',
    held: async () => ({
      ...(await held()),
      grants: [{ authorization: '7', isEndKnown: true, isStale: false, isOver: false, renewable: true }],
    }),
    get: async (_path, { kind }) => {
      asked.push(kind);
      return answered(401);
    },
    token: async () => ({ ...answered(400), members: [], error: undefined, authorization: undefined }),
    tokenBits: async () => [],
  } as Pick<ServiceDoor, 'address' | 'held' | 'get' | 'token' | 'tokenBits'>;
  const report = await checkService(
    door as ServiceDoor, // it needs nothing else where there is no client_id and no simulator
    {
      consents: ['refresh'],
      signal: new AbortController().signal,
      paceMs: 0,
      onStep: () => undefined,
      sleep: async () => undefined,
    },
  );
  expect(asked).not.toContain('replaced');
  expect(report.tests.find(({ id }) => id === 'TOK.ended')).toMatchObject({
    verdict: 'not_checkable',
    came: 'the refresh token was not taken',
  });
});

describe('a row that could not be looked at says why', () => {
  const stale = { authorization: '7', isEndKnown: true, isStale: true, isOver: true, renewable: false };
  const NO_ADDRESS = 'no address of it could be read, so none was asked with wrong tokens';

  it.each([
    ['access_tokens that can be used', { classes: ['registration', 'client'], isClientStale: false, grants: [stale] }],
    ['a client_access_token', { classes: ['registration', 'access'], isClientStale: false, grants: [stale] }],
    ['a registration_access_token', { classes: ['client', 'access'], isClientStale: false, grants: [stale] }],
    ['any token', { classes: [], isClientStale: false, grants: [] }],
  ] as const)('without %s', async (_, tokens) => {
    const { tests } = await readOnly({ appUid: '1', held: async () => tokens, get: async () => answered(401) });
    expect(tests).toHaveLength(SERVICE_ROWS.length);
    expect(tests.filter(({ verdict }) => verdict === 'not_applicable').map(({ id }) => id)).toEqual([]);
    const [batch, bulk] = ['OAD009', 'RBK004'].map((id) => tests.find((test) => test.id === id));
    expect(batch).toMatchObject({ verdict: 'not_checkable', came: NO_ADDRESS });
    expect(bulk).toMatchObject({ verdict: 'not_checkable', came: NO_ADDRESS });
  });

  it.each([
    [new AppError({ code: 'x', message: 'The token endpoint is not known.' }), 'The token endpoint is not known.'],
    [new TypeError('Invalid URL'), 'Something unexpected happened: Invalid URL'],
  ])('where its step could not be ended: %s', async (thrown, message) => {
    const { tests, notes } = await readOnly({
      get: async () => answered(401),
      page: async () => {
        throw thrown;
      },
      oauth: {
        authorization: 'http://127.0.0.1:1/a',
        token: 'http://127.0.0.1:1/t',
        clientId: 'me',
        redirectUri: 'http://127.0.0.1:1/c',
      },
    });
    const why = `The step "Authorization and token requests with faults" could not be ended: ${message}`;
    expect(notes).toEqual([expect.objectContaining({ severity: 'warning', message: why })]);
    for (const id of ['OAD001', 'OAD014', 'OAD015']) {
      expect(tests.find((test) => test.id === id)).toMatchObject({ verdict: 'not_checkable', came: why });
    }
    expect(tests.filter(({ verdict }) => verdict === 'not_applicable').map(({ id }) => id)).toEqual([]);
  });
});
