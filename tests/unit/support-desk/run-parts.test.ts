import { describe, expect, it } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { didNotAct, followedAgain, newObservation, newRun } from '../../../electron/support-desk/run-parts.ts';

const failure = (details: Record<string, unknown>, code = 'x') => new AppError({ code, message: 'm', details });

describe('whether a submission that failed may have acted', () => {
  it.each([
    ['a refusal', failure({ status: 404 }), true],
    ['a rate limit', failure({ status: 429, outcome: 'not_acted' }), true],
    ['a server error with html', failure({ status: 500, outcome: 'unknown' }), false],
    ['an answer that was cut off', failure({ outcome: 'unknown' }, 'connection_cut'), false],
    ['a refused connection', failure({ outcome: 'not_acted' }, 'network_unreachable'), true],
    ['an answer that cannot be read', failure({}, 'unexpected_answer'), false],
    ['a missing token', failure({}, 'token_missing'), true],
    ['a defect', new TypeError('x'), false],
  ])('%s', (_what, thrown, safe) => expect(didNotAct(thrown)).toBe(safe));
});

describe('following again', () => {
  const run = newRun('w', { form: 'f', utility: 'DEMO', scenario: 'residential' }, 0);
  const seen = { ...newObservation(0, 0, 'r'), collected: ['m'], collecting: true };

  it('has patience anew, and sends no collection twice', () => {
    const { observation } = followedAgain(run, seen, 5000);
    expect(observation).toMatchObject({ patientSince: 5000, collected: ['m'], collecting: true });
  });

  it('sends a collection again that was refused', () => {
    const { observation } = followedAgain(run, { ...seen, refusal: 'All are expired.' }, 5000);
    expect(observation).toMatchObject({ collected: undefined, collecting: false });
    expect(observation.refusal).toBeUndefined();
  });
});
