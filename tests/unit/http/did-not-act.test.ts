import { describe, expect, it } from 'vitest';
import { AppError, abortError } from '#shared/errors.ts';
import { didNotAct, StoppedWaiting } from '../../../electron/http/did-not-act.ts';

const failure = (details: Record<string, unknown>, code = 'x') => new AppError({ code, message: 'm', details });

describe('whether a request that failed may have acted', () => {
  it.each([
    ['a refusal', failure({ status: 404 }), true],
    ['a rate limit', failure({ status: 429, outcome: 'not_acted' }), true],
    ['a server error with html', failure({ status: 500, outcome: 'unknown' }), false],
    ['an answer that was cut off', failure({ outcome: 'unknown' }, 'connection_cut'), false],
    ['a refused connection', failure({ outcome: 'not_acted' }, 'network_unreachable'), true],
    ['an answer that cannot be read', failure({}, 'unexpected_answer'), false],
    ['a missing token', failure({}, 'token_missing'), true],
    ['a stop while it waited', new StoppedWaiting(), true],
    ['a stop while it was sent', abortError(), false],
    ['a defect', new TypeError('x'), false],
  ])('%s', (_what, thrown, safe) => expect(didNotAct(thrown)).toBe(safe));
});
