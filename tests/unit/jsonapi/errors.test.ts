import { describe, expect, it } from 'vitest';
import { HttpError } from '../../../electron/http/index.ts';
import { explained, unexpectedAnswer } from '../../../electron/jsonapi/errors.ts';
import { AppError } from '../../../shared/errors.ts';

function refusal(status: number, type?: string, description?: string): HttpError {
  const answer = { requestId: 'r1', status, headers: {}, url: 'https://x.example/', text: '', carriedToken: true };
  return new HttpError({ code: 'general', message: 'Refused.' }, answer, { type, description });
}

describe('a refusal', () => {
  it('means what its endpoint says of its error type, before its status', () => {
    expect(explained('historical_collection', refusal(400, 'expired_or_revoked'))).toMatchObject({
      code: 'expired_or_revoked',
    });
    expect(explained('test_submit', refusal(400, 'expired_or_revoked'))).toMatchObject({
      code: 'test_submit_malformed',
    });
    expect(explained('historical_collection', refusal(402))).toMatchObject({ code: 'payment_required' });
  });

  it('means another thing elsewhere', () => {
    const codes = (['test_submit', 'events', 'historical_collection'] as const).map(
      (endpoint) => (explained(endpoint, refusal(404)) as AppError).code,
    );
    expect(codes).toEqual(['form_not_found', 'event_not_found', 'meters_not_found']);
  });

  it('keeps the words of the service, its facts and its cause', () => {
    const thrown = refusal(404, 'gone', 'No such form.');
    const said = explained('test_submit', thrown) as AppError;
    expect(said.message).toMatch(/^The form does not exist.* It said: No such form\.$/);
    expect(said.details).toMatchObject({ status: 404, requestId: 'r1', errorType: 'gone' });
    expect(said.cause).toBe(thrown);
    expect(explained('test_submit', refusal(404))).toMatchObject({ message: expect.not.stringContaining('It said') });
  });

  it('stays as it is where its endpoint says nothing of it', () => {
    const others = [refusal(500), refusal(400, 'teapot'), new AppError({ code: 'x', message: 'y' }), 'text'];
    for (const thrown of others) {
      expect(explained('events', thrown)).toBe(thrown);
      expect(explained('meters', thrown)).toBe(thrown);
    }
    expect(explained('meters', refusal(404))).toBeInstanceOf(HttpError);
  });
});

describe('an answer that cannot be used', () => {
  it('names the members, a few of them', () => {
    const issues = Array.from({ length: 9 }, (_, index) => ({ path: ['events', index, 'ts'], message: 'not text' }));
    const { code, message, details } = unexpectedAnswer('Events', issues);
    expect([code, message]).toEqual(['unexpected_answer', expect.stringContaining('Events')]);
    expect(details).toEqual({ issues: [0, 1, 2, 3, 4].map((index) => `events.${index}.ts: not text`) });
  });
});
