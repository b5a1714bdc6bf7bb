import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DecimalSum, parseDecimal, truncated } from '../../../../electron/engine/reader/numbers.ts';

const decimals = fc.record({
  digits: fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }),
  scale: fc.integer({ min: -18, max: 0 }),
});

/** Of at most 15 digits. */
const wholes = fc.integer({ min: -(10 ** 15) + 1, max: 10 ** 15 - 1 });

/** As its digits say, with a point where the scale puts it. */
function written({ digits, scale }: { digits: bigint; scale: number }): string {
  const size = (digits < 0n ? -digits : digits).toString().padStart(1 - scale, '0');
  const point = size.length + scale;
  return `${digits < 0n ? '-' : ''}${size.slice(0, point)}${scale < 0 ? `.${size.slice(point)}` : ''}`;
}

describe('a decimal number', () => {
  it.each([
    ['12', 12n, 0],
    ['12.00', 12n, 0],
    ['-0.50', -5n, -1],
    ['.5', 5n, -1],
    ['+5.', 5n, 0],
    [' 7 ', 7n, 0],
    ['1.5e3', 1500n, 0],
    ['15e-1', 15n, -1],
    ['0e9', 0n, 0],
    ['0.000', 0n, 0],
    ['9223372036854775807', 2n ** 63n - 1n, 0],
    ['-9223372036854775808', -(2n ** 63n), 0],
    ['0.000000000000000001', 1n, -18],
  ])('is read without loss: "%s"', (text, digits, scale) => {
    expect(parseDecimal(text)).toEqual({ digits, scale });
  });

  it.each(['', '.', '-', 'e5', '1,5', '0x10', 'NaN', '1 2', '9223372036854775808', '1e19', '1e-19', '1e999'])(
    'is none, or does not fit: "%s"',
    (text) => expect(parseDecimal(text)).toBeUndefined(),
  );

  it('is what its digits say', () => {
    fc.assert(
      fc.property(decimals, (decimal) => {
        const read = parseDecimal(written(decimal));
        expect(read).toBeDefined();
        if (read === undefined) return;
        expect(read.digits * 10n ** BigInt(18 + read.scale)).toBe(decimal.digits * 10n ** BigInt(18 + decimal.scale));
        expect(read.scale === 0 || read.digits % 10n !== 0n).toBe(true);
      }),
    );
  });

  it('is cut towards zero', () => {
    expect([truncated({ digits: 19n, scale: -1 }), truncated({ digits: -19n, scale: -1 })]).toEqual([1n, -1n]);
  });
});

describe('a sum of decimals', () => {
  it('is exact, whatever lane its parts take', () => {
    fc.assert(
      fc.property(fc.array(decimals), fc.array(wholes), (parts, whole) => {
        const sum = new DecimalSum();
        for (const part of parts) sum.add(part);
        for (const one of whole) sum.addWhole(one);
        const exact =
          parts.reduce((total, { digits, scale }) => total + digits * 10n ** BigInt(18 + scale), 0n) +
          whole.reduce((total, one) => total + BigInt(one) * 10n ** 18n, 0n);
        expect(sum.toString()).toBe(
          written({ digits: exact, scale: -18 })
            .replace(/\.?0+$/, '')
            .replace(/^-?$/, '0'),
        );
      }),
    );
  });

  it('stays exact beyond what a double keeps', () => {
    const sum = new DecimalSum();
    for (let index = 0; index < 99; index += 1) sum.addWhole(999_999_999_999_999);
    expect(sum.toString()).toBe(String(99n * 999_999_999_999_999n));
  });

  it('of nothing is 0, and goes on after it was read', () => {
    const sum = new DecimalSum();
    expect(sum.toString()).toBe('0');
    sum.add({ digits: -5n, scale: -1 });
    expect(sum.toString()).toBe('-0.5');
    sum.addWhole(1);
    expect(sum.toString()).toBe('0.5');
  });
});
