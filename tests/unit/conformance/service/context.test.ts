/** Which answers are filed as right or wrong, and which say nothing of the service. */
import { describe, expect, it } from 'vitest';
import { judgeAnswer } from '../../../../electron/conformance/service/context.ts';
import { answered, filed, held, RESET, runAt } from './run-at.ts';

const ACCESS = { kind: 'held', tokenClass: 'access', scope: '7' } as const;
const CLIENT = { kind: 'held', tokenClass: 'client' } as const;

describe('an answer that is not the right one', () => {
  it.each([
    ['that did not come', RESET],
    ['that says that too much is asked', answered(429)],
    ['that says that the service is away', answered(503)],
  ])('%s says nothing of the service', async (_, answer) => {
    const run = runAt({});
    await judgeAnswer(run, 'QRY002', false, 'what came', answer);
    expect(filed(run, 'QRY002')).toEqual({ passed: [], failed: [], cannot: ['what came'] });
  });

  it.each([400, 401, 404, 500, 502])('of %i is a failure', async (status) => {
    const run = runAt({});
    await judgeAnswer(run, 'QRY002', false, 'what came', answered(status), ACCESS);
    expect(filed(run, 'QRY002')).toEqual({ passed: [], failed: ['what came'], cannot: [] });
  });

  it('with 202 says nothing yet of what the right token opens, and opens to any other', async () => {
    const run = runAt({});
    await judgeAnswer(run, 'FND005', false, '202', answered(202), ACCESS);
    await judgeAnswer(run, 'OAD009', false, '202 with no token', answered(202));
    expect(filed(run, 'FND005')).toEqual({ passed: [], failed: [], cannot: ['202, and it is still being built'] });
    expect(filed(run, 'OAD009').failed).toEqual(['202 with no token']);
  });

  it('with 401 says nothing where the token has come to its end by then', async () => {
    const run = runAt({
      held: async () => ({
        ...(await held()),
        isClientStale: true,
        grants: [{ authorization: '7', isEndKnown: true, isStale: true, isOver: false, renewable: false }],
      }),
    });
    await judgeAnswer(run, 'QRY002', false, '401', answered(401), ACCESS);
    await judgeAnswer(run, 'FND003', false, '401', answered(401), CLIENT);
    await judgeAnswer(run, 'PSH003', false, '401', answered(401), { ...ACCESS, scope: '9' });
    await judgeAnswer(run, 'FND005', false, '403', answered(403), ACCESS);
    expect(filed(run, 'QRY002').cannot).toEqual(['401, and the access_token of 7 is at its end']);
    expect(filed(run, 'FND003').cannot).toEqual(['401, and the client_access_token is at its end']);
    expect(filed(run, 'PSH003').cannot).toEqual(['401, and no access_token of 9 is held']);
    expect(filed(run, 'FND005')).toEqual({ passed: [], failed: ['403'], cannot: [] });
  });
});

it('an answer that is right is filed as that, whatever its status', async () => {
  const run = runAt({});
  await judgeAnswer(run, 'TOK.x', true, '503', answered(503));
  expect(filed(run, 'TOK.x')).toEqual({ passed: ['503'], failed: [], cannot: [] });
});
