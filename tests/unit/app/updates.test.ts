import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkedFeed, isCheckDue, readFeed } from '../../../electron/app/updates.ts';

const feed = (value: unknown) => JSON.stringify(value);

describe('the answer of an update feed', () => {
  it.each([
    ['0.2.0', 'newer'],
    ['0.1.10', 'newer'],
    ['1.0.0', 'newer'],
    ['0.1.9', 'current'],
    ['0.1.8', 'current'],
    ['0.0.99', 'current'],
  ])('%s, where 0.1.9 runs: %s', (version, state) => {
    expect(readFeed(feed({ version }), '0.1.9')).toEqual({ state, version });
  });

  it('may name an https page, and no other', () => {
    expect(readFeed(feed({ version: '9.0.0', page: 'https://example.com/get' }), '0.1.0').page).toBe(
      'https://example.com/get',
    );
    for (const page of ['file:///etc/passwd', 'javascript:alert(1)', 'http://example.com/', 'smb://host/x', 12]) {
      expect(() => readFeed(feed({ version: '9.0.0', page }), '0.1.0')).toThrow(
        expect.objectContaining({ code: 'update_answer_bad' }),
      );
    }
  });

  it('is refused where it is anything else', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.json(), fc.constantFrom('{"version":"1.0"}', '{"version":"1.0.0-x"}')),
        (text) => {
          expect(() => readFeed(text, '0.1.0')).toThrow();
        },
      ),
    );
  });
});

describe('a check for a newer version', () => {
  it.each([
    ['at first', undefined, true],
    ['not within a day', 1e12 - 86_399_999, false],
    ['a day later', 1e12 - 86_400_000, true],
    ['after one of the future, where the clock was ahead', 2e12, true],
  ])('is due %s', (_name, askedAt, due) => expect(isCheckDue(askedAt, 1e12)).toBe(due));
});

describe('the address of an update feed', () => {
  it('is https, or on this computer', () => {
    for (const good of ['https://example.com/x.json', 'http://127.0.0.1:9/x']) expect(checkedFeed(good)).toBe(good);
    for (const bad of ['', 'http://example.com/', 'file:///x', 'x']) expect(() => checkedFeed(bad)).toThrow();
  });
});
