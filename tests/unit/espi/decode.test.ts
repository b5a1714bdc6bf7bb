import { describe, expect, it } from 'vitest';
import * as decode from '../../../shared/espi/decode.ts';
import type { XmlNode } from '../../../shared/espi/node.ts';

const node = (name: string, content: string | XmlNode[] = ''): XmlNode => ({
  namespace: 'http://naesb.org/espi',
  name,
  text: typeof content === 'string' ? content : '',
  children: typeof content === 'string' ? [] : content,
});

/** What a field reads of a node, and the codes of what it found odd. */
function read<T>(field: decode.One<T>, content: string | XmlNode[]): [value: T | undefined, ...codes: string[]] {
  const codes: string[] = [];
  const value = field.read(node('x', content), ({ code }) => codes.push(code));
  return [value, ...codes];
}

describe('a structure', () => {
  const fields = { name: decode.text, power: decode.int, part: decode.many(decode.text) };

  it('takes its elements in any order and any case of their first letter', () => {
    const content = [node('part', 'a'), node('Power', '3'), node('part', 'b'), node('name', 'n')];
    expect(read(decode.struct(fields), content)).toEqual([{ part: ['a', 'b'], power: 3, name: 'n' }]);
  });

  it('keeps what it does not know, what stands twice and what cannot be read', () => {
    const content = [node('colour', 'red'), node('name', 'n'), node('name', 'm'), node('power', 'much')];
    const [value, ...codes] = read(decode.struct(fields), content);
    expect(value).toMatchObject({
      name: 'n',
      unknown: [
        { name: 'colour', text: 'red' },
        { name: 'name', text: 'm' },
        { name: 'power', text: 'much' },
      ],
    });
    expect(value).not.toHaveProperty('power');
    expect(codes).toEqual(['unknown_element', 'repeated_element', 'unparsable_number']);
  });

  it('does not take the name of something that all objects have for a field', () => {
    const [value] = read(decode.struct(fields), [node('constructor', 'x')]);
    expect(value).toEqual({ unknown: [{ name: 'constructor', namespace: 'http://naesb.org/espi', text: 'x' }] });
  });

  it('reads bare text as the field that it names', () => {
    expect(read(decode.struct(fields, 'name'), 'Active')).toEqual([{ name: 'Active' }, 'text_for_structure']);
    expect(read(decode.struct(fields), 'Active')).toEqual([{}]);
  });
});

describe('a value', () => {
  it.each<[string, decode.One<unknown>, string, unknown[]]>([
    ['an amount', decode.int, '-12', [-12]],
    ['an amount with decimals', decode.int, '1.5', [1.5, 'decimal_number']],
    ['an amount with an exponent', decode.int, '1e3', [1000]],
    ['an amount that is none', decode.int, '0x10', [undefined, 'unparsable_number']],
    ['an amount that is missing', decode.int, '', [undefined, 'empty_element']],
    ['an amount beyond what a number keeps', decode.int, '9007199254740993', [undefined, 'number_out_of_range']],
    ['minus nothing', decode.decimal, '-0', [0]],
    ['a byte', decode.uint8, '255', [255]],
    ['more than a byte', decode.uint8, '256', [undefined, 'number_out_of_range']],
    ['a bucket with decimals', decode.int16, '1.5', [undefined, 'unparsable_number']],
    ['a negative length of time', decode.seconds, '-1', [undefined, 'number_out_of_range']],
    ['yes', decode.bool, 'TRUE', [true]],
    ['no', decode.bool, '0', [false]],
    ['neither', decode.bool, 'yes', [undefined, 'unparsable_number']],
    ['hexadecimal', decode.hex, '360e2000', ['360E2000']],
    ['no hexadecimal', decode.hex, 'xyz', [undefined, 'unparsable_number']],
    ['text', decode.text, '', [undefined]],
    ['a secret', decode.secret, 'hunter2', [decode.REMOVED]],
    ['no secret', decode.secret, '', [undefined]],
    ['a known code', decode.code('ServiceKind'), '0', [0]],
    ['an unknown code', decode.code('ServiceKind'), '77', [77, 'unknown_code']],
    ['a multiplier beyond any', decode.code('UnitMultiplierKind'), '31', [undefined, 'number_out_of_range']],
  ])('is read: %s', (_what, field, text, found) => expect(read(field, text)).toEqual(found));

  it('is shortened in what is said of it', () => {
    const said: string[] = [];
    decode.int.read(node('value', 'x'.repeat(500)), ({ message }) => said.push(message));
    expect(said[0]?.length).toBeLessThan(120);
  });
});

describe('a time', () => {
  it.each<[string, unknown[]]>([
    ['1700000000', [1_700_000_000]],
    ['1700000000.9', [1_700_000_000, 'time_with_decimals']],
    ['1700000000123', [1_700_000_000, 'time_in_milliseconds']],
    ['2023-11-14T22:13:20Z', [1_700_000_000, 'time_as_date']],
    ['1e17', [undefined, 'number_out_of_range']],
    ['soon', [undefined, 'unparsable_number']],
  ])('%s', (text, found) => expect(read(decode.epoch, text)).toEqual(found));

  it('has a length in milliseconds where its start is, unless that would be less than a minute', () => {
    const period = (start: string, duration: string) =>
      read(decode.interval, [node('start', start), node('duration', duration)])[0];
    expect(period('1700000000000', '3600000')).toEqual({ start: 1_700_000_000, duration: 3600 });
    expect(period('1700000000000', '3600')).toEqual({ start: 1_700_000_000, duration: 3600 });
    expect(period('1700000000', '3600000')).toEqual({ start: 1_700_000_000, duration: 3_600_000 });
  });

  it.each([28, 29, 30, 31, 59, 61, 90, 91, 92, 364, 365, 366])(
    'in milliseconds does not make %i days a thousandth of them',
    (days) => {
      const content = [node('start', '1700000000000'), node('duration', String(days * 86_400))];
      expect(read(decode.interval, content)[0]).toEqual({ start: 1_700_000_000, duration: days * 86_400 });
    },
  );

  it('of thirty days less a millisecond is cut to seconds', () => {
    const content = [node('start', '1700000000000'), node('duration', String(30 * 86_400_000 - 1))];
    expect(read(decode.interval, content)[0]).toEqual({ start: 1_700_000_000, duration: 30 * 86_400 - 1 });
  });

  it.each([5, 15, 30, 60, 180, 360, 1440, 43_200])('has %i minutes in milliseconds where its start is', (minutes) => {
    const content = [node('start', '1700000000000'), node('duration', String(minutes * 60_000))];
    expect(read(decode.interval, content)[0]).toEqual({ start: 1_700_000_000, duration: minutes * 60 });
  });

  it('has no length where that is none', () => {
    const content = [node('duration', '-5'), node('start', '0')];
    expect(read(decode.interval, content)).toEqual([{ start: 0 }, 'number_out_of_range']);
    expect(read(decode.interval, [])).toEqual([{}]);
  });
});
