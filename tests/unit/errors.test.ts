import { describe, expect, it } from 'vitest';
import { AppError, abortError, assertNever, isAbort, toErrorValue } from '../../shared/errors.ts';

describe('anything that was thrown', () => {
  it('is the value that it was made of, without the cause underneath', () => {
    const value = { code: 'no_room', message: 'The disk is full.', action: 'Make room.', details: { free: 0 } };
    expect(toErrorValue(new AppError(value, { cause: new Error('secret path') }))).toEqual(value);
  });

  it('was cancelled where a signal ended it', () => {
    const stop = new AbortController();
    stop.abort();
    for (const thrown of [abortError(), stop.signal.reason]) {
      expect(isAbort(thrown)).toBe(true);
      expect(toErrorValue(thrown).code).toBe('cancelled');
    }
    expect(isAbort({ name: 'AbortError' })).toBe(false);
  });

  it('is unexpected otherwise, and says what it was', () => {
    expect(toErrorValue(new TypeError('x is not a function'))).toMatchObject({
      code: 'unexpected',
      message: expect.stringContaining('x is not a function'),
    });
    expect(toErrorValue('a text').message).toContain('a text');
  });
});

it('a case that nobody foresaw says which', () => {
  expect(() => assertNever({ kind: 'new' } as never)).toThrow('"kind":"new"');
});
