import { describe, expect, it } from 'vitest';
import { isSafeTransport } from '#shared/safe-transport.ts';

describe('isSafeTransport', () => {
  it.each(['https://a.example', 'http://127.0.0.1:8080/x', 'http://localhost/', 'http://[::1]:1/'])(
    'takes %s',
    (url) => {
      expect(isSafeTransport(url)).toBe(true);
    },
  );
  it.each(['http://a.example', 'http://127.0.0.1.evil.example', 'http://localhost.evil.example', 'ftp://x', 'x', ''])(
    'refuses %j',
    (url) => {
      expect(isSafeTransport(url)).toBe(false);
    },
  );
});
