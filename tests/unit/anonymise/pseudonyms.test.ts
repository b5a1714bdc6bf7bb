import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Permutation } from '../../../electron/anonymise/permutation.ts';
import { Pseudonyms } from '../../../electron/anonymise/pseudonyms.ts';
import { replaceScope, replaceText, replaceTitle, replaceUri } from '../../../electron/anonymise/texts.ts';
import { linkKey } from '../../../shared/espi/links.ts';

const pseudonyms = new Pseudonyms('a secret of the tests');

describe('a permutation', () => {
  it.each([2, 3, 10, 26, 100, 676, 1000])('of %i numbers gives each once, and none to itself', (size) => {
    const permutation = new Permutation(size, (round, half) => (half * 7919 + round * 104_729) % 65_537);
    const given = Array.from({ length: size }, (_, number) => permutation.of(number));
    expect(new Set(given).size).toBe(size);
    expect(given.every((number, i) => number !== i && number >= 0 && number < size)).toBe(true);
  });
});

describe('a pseudonym', () => {
  it('of each number of four digits is another one', () => {
    const numbers = Array.from({ length: 10_000 }, (_, i) => String(i).padStart(4, '0'));
    const made = numbers.map((number) => pseudonyms.word(number));
    expect(new Set(made).size).toBe(numbers.length);
    expect(made.filter((word, i) => !/^\d{4}$/.test(word) || word === numbers[i])).toEqual([]);
  });

  it('keeps length, capitals and digits, and is the same whatever the capitals are', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9]{1,40}$/), (word) => {
        const made = pseudonyms.word(word);
        const shape = (text: string) => text.replace(/[a-z]/g, 'a').replace(/[A-Z]/g, 'A').replace(/\d/g, '0');
        expect(shape(made)).toBe(shape(word));
        expect(made).not.toBe(word);
        expect(pseudonyms.word(word.toUpperCase())).toBe(made.toUpperCase());
      }),
    );
  });

  it('hangs on the secret, and on nothing else', () => {
    const [same, other] = [new Pseudonyms('a secret of the tests'), new Pseudonyms('another secret of the tests')];
    for (const word of ['Ada', '94105', 'a-long-word-of-many-letters'.replaceAll('-', ''), 'M\u00fcller']) {
      expect(same.word(word)).toBe(pseudonyms.word(word));
      expect(other.word(word)).not.toBe(pseudonyms.word(word));
    }
    const uuid = '4b0cbbd4-ec20-5db6-bd05-1ab8d6e01a3f';
    expect(same.uuid(uuid)).toBe(pseudonyms.uuid(uuid));
    expect(other.uuid(uuid)).not.toBe(pseudonyms.uuid(uuid));
  });

  it('of a UUID is one of the same version and variant', () => {
    fc.assert(
      fc.property(fc.uuid(), (uuid) => {
        const made = pseudonyms.uuid(uuid);
        expect(made).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
        expect(made[14]).toBe(uuid[14]);
        expect(made).not.toBe(uuid);
        expect(pseudonyms.uuid(uuid.toUpperCase()).toLowerCase()).toBe(made);
      }),
    );
  });
});

describe('a text', () => {
  it('is as long as before: what had to fit a schema still does', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect([...replaceText(text, pseudonyms)]).toHaveLength([...text].length);
      }),
    );
  });

  it('has the same word for the same word, so that a bill still names its supplier', () => {
    const [name, note] = ['Hill Power', 'Generation by Hill Power'].map((text) => replaceText(text, pseudonyms));
    expect(note).toContain(name);
  });

  it('that is a title stays only where it says what every file says', () => {
    expect(replaceTitle('Usage Point', pseudonyms)).toBe('Usage Point');
    expect(replaceTitle('Usage Point of Ada', pseudonyms)).not.toMatch(/Usage|Ada/);
  });

  it('that is a scope keeps the claims', () => {
    const scope =
      'FB=1_3_4;IntervalDuration=900_3600;BlockDuration=Daily;HistoryLength=63072000;BR=Ada123;AccountCollection=5';
    const made = replaceScope(scope, pseudonyms);
    expect(made).toMatch(
      /^FB=1_3_4;IntervalDuration=900_3600;BlockDuration=Daily;HistoryLength=63072000;\w\w=\w{6};AccountCollection=5$/,
    );
    expect(made).not.toMatch(/BR=|Ada123/);
  });
});

describe('an address', () => {
  it.each([
    [
      'https://utility.example/espi/1_1/resource/Subscription/55/UsagePoint',
      /^https:\/\/\w{7}\.\w{7}\/espi\/1_1\/resource\/Subscription\/\d\d\/UsagePoint$/,
    ],
    [
      '/resource/UsagePoint/urn:uuid:4b0cbbd4-ec20-5db6-bd05-1ab8d6e01a3f',
      /^\/resource\/UsagePoint\/urn:uuid:[0-9a-f-]{36}$/,
    ],
    [
      'Batch/Bulk/7?published-min=2026-01-01T00:00:00Z&user=ada',
      /^Batch\/Bulk\/\d\?published-min=2026-01-01T00:00:00Z&\w{4}=\w{3}$/,
    ],
    ['mailto:ada@home.example', /^mailto:\w{3}@\w{4}\.\w{7}$/],
  ])('%s keeps its form', (href, form) => {
    const made = replaceUri(href, pseudonyms);
    expect(made).toMatch(form);
    expect(made).not.toMatch(/utility|ada|55|4b0c/);
  });

  it('joins what it joined, and nothing else', () => {
    const step = fc.constantFrom(
      ...[
        '1',
        '2',
        '12',
        'a',
        'A',
        'b',
        'Ab',
        'aB',
        '%41b',
        'a%20b',
        'a b',
        'a%2Fb',
        'urn:uuid:1',
        'UsagePoint',
        'usagepoint',
      ],
      ...['4b0cbbd4-ec20-5db6-bd05-1ab8d6e01a3f', 'urn:uuid:4B0CBBD4-EC20-5DB6-BD05-1AB8D6E01A3F', '', '1,2', 'T7=='],
    );
    const href = fc
      .tuple(
        fc.constantFrom('', '/', 'https://host.example/', '/espi/1_1/resource/'),
        fc.array(step, { minLength: 1, maxLength: 3 }),
      )
      .map(([head, steps]) => head + steps.join('/'));
    fc.assert(
      fc.property(href, href, (a, b) => {
        const [x, y] = [replaceUri(a, pseudonyms), replaceUri(b, pseudonyms)];
        expect(linkKey(x) === linkKey(y)).toBe(linkKey(a) === linkKey(b));
      }),
      { numRuns: 5000 },
    );
  });
});
