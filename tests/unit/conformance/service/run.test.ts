/** A run as a whole: what its steps leave to each other. */
import { expect, it } from 'vitest';
import type { ServiceDoor } from '../../../../electron/conformance/service/door.ts';
import { checkService } from '../../../../electron/conformance/service/run.ts';
import { answered, held } from './run-at.ts';

it('where a refresh is not taken there is no access_token that was replaced', async () => {
  const asked: string[] = [];
  const door = {
    address: 'http://127.0.0.1:1/espi',
    held: async () => ({
      ...(await held()),
      grants: [{ authorization: '7', isStale: false, isOver: false, renewable: true }],
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
