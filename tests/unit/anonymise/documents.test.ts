import { describe, expect, it } from 'vitest';
import { anonymise, readAs, verdicts, walked } from '../../fixtures/anonymised.ts';
import { wholeFeed } from '../../fixtures/whole-feed.ts';

const FEED = '<feed xmlns="http://www.w3.org/2005/Atom"><id>1</id></feed>';

describe('a document', () => {
  it('has no comments and processing instructions afterwards, and its CDATA sections are text', async () => {
    const after = await anonymise(
      '<?a b?><feed><!-- c --><title><![CDATA[Ada & <Bob>]]></title><?d e?></feed><!-- f -->',
    );
    expect(after).toMatch(
      /^<\?xml version="1.0" encoding="UTF-8"\?>\n<feed><title>\w{3} &amp; &lt;\w{3}&gt;<\/title><\/feed>\n$/,
    );
  });

  it('is written in UTF-8, whatever it came in', async () => {
    const text = `<?xml version="1.0" encoding="UTF-16"?>${wholeFeed()}`;
    const after = await anonymise(Buffer.from(`\ufeff${text}`, 'utf16le'));
    expect(after).toBe(await anonymise(wholeFeed()));
    expect(await verdicts(after)).toEqual(await verdicts(wholeFeed()));
  });

  it('is the same however its bytes come', async () => {
    const whole = await anonymise(wholeFeed());
    for (const chunk of [1, 7, 1000]) expect(await anonymise(wholeFeed(), {}, chunk)).toBe(whole);
  });

  it('keeps names of elements that the schemas have, and no others', async () => {
    const after = await anonymise(
      '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:ada="urn:ada"><ada:Bob Bob="1" ada:x="2"/><entry><content><Customer xmlns="http://naesb.org/espi/customer"><nickname>Ada</nickname></Customer></content></entry></feed>',
    );
    expect(walked(after).names.map((name) => name.replace(/x-\w+/g, 'x'))).toEqual([
      'feed',
      'x:x',
      'entry',
      'content',
      'Customer',
      'x',
    ]);
    expect(after.toLowerCase()).not.toMatch(/ada|bob|nickname/);
    expect(after).toContain('<Customer xmlns="http://naesb.org/espi/customer"><x-');
  });

  it('is refused where a part of it could not be told', async () => {
    for (const text of [
      '',
      'no feed',
      FEED.slice(0, -3),
      FEED + FEED,
      `${FEED}x`,
      `\n<?xml version="1.0"?>${FEED}`,
      `<?xml version="1.0" encoding="UTF-16"?>${FEED}`,
      FEED.replace('1', '1<!-- a -- b -->'),
      FEED.replace('1', '&nbsp;'),
      FEED.replace('<id>', '<id a="1" a="2">'),
    ]) {
      await expect(anonymise(text)).rejects.toMatchObject({ code: 'not_well_formed' });
    }
    await expect(anonymise(`<!DOCTYPE feed>${FEED}`)).rejects.toMatchObject({ code: 'feed_doctype' });
    await expect(anonymise(Buffer.from(FEED.replace('1', 'caf\u00e9'), 'latin1'))).rejects.toMatchObject({
      code: 'not_well_formed',
    });
  });

  it('with a text of any length is written in pieces, and nothing of it stays', async () => {
    const after = await anonymise(`<feed><updated>${'12 '.repeat(200_000)}</updated></feed>`);
    expect(after).toHaveLength(
      await anonymise('<feed><updated></updated></feed>').then(({ length }) => length + 600_000),
    );
    expect(after).not.toMatch(/12 12 12/);
  });
});

describe('a number', () => {
  it.each([
    ['<status>1</status>', '1'],
    ['<status>1</status>', ' 1 '],
    ['<status>4155551234</status>', '?'],
    ['<status>ada</status>', '?'],
    ['<isVirtual>true</isVirtual>', 'true'],
    ['<isVirtual>ada</isVirtual>', '?'],
    ['<connectionState>connected</connectionState>', 'connected'],
    ['<connectionState>ada</connectionState>', '?'],
    ['<roleFlags>0010</roleFlags>', '0010'],
    ['<roleFlags>0010AB12</roleFlags>', '?'],
  ])('or word of %s is %s', async (element, stays) => {
    const given = stays === '?' ? element : element.replace(/>[^<]*</, `>${stays}<`);
    const after = await anonymise(
      `<entry xmlns="http://www.w3.org/2005/Atom"><content><UsagePoint xmlns="http://naesb.org/espi">${given}</UsagePoint></content></entry>`,
    );
    expect(after).toContain(`>${stays}<`);
  });
});

describe('values', () => {
  const rows = async (text: string) => (await readAs(text)).rows;

  it('stay as they are', async () => {
    expect(await rows(await anonymise(wholeFeed()))).toEqual(await rows(wholeFeed()));
  });

  it.each([
    ['<readingQuality>ACTUAL</readingQuality>', 0],
    ['<ReadingQuality>ESTIMATED</ReadingQuality>', 8],
    ['<ReadingQuality><quality>hm</quality></ReadingQuality>', 16],
  ])('have the quality that they had: %s', async (written, quality) => {
    const text = wholeFeed().replaceAll('<ReadingQuality><quality>0</quality></ReadingQuality>', written);
    const before = await rows(text);
    expect(before[0]?.quality).toBe(quality);
    expect(await rows(await anonymise(text))).toEqual(before);
  });

  it('are moved by so many percent at most, the same by the same secret', async () => {
    const moved = await anonymise(wholeFeed(), { jitter: 10 });
    expect(await anonymise(wholeFeed(), { jitter: 10 })).toBe(moved);
    expect(await anonymise(wholeFeed(), { jitter: 10, secret: 'another secret' })).not.toBe(moved);
    expect(await verdicts(moved)).toEqual(await verdicts(wholeFeed()));
    const [before, after] = [await rows(wholeFeed()), await rows(moved)];
    expect(after.map(({ start, duration }) => [start, duration])).toEqual(
      before.map(({ start, duration }) => [start, duration]),
    );
    const differing = after.filter(({ value }, i) => value !== before[i]?.value);
    expect(differing.length).toBeGreaterThan(before.length / 2);
    for (const [i, { value }] of after.entries()) {
      const was = Number(before[i]?.value);
      expect(Math.abs(Number(value) - was)).toBeLessThanOrEqual(was * 0.1 + 1);
    }
  });

  it.each([
    ['0', /^0$/],
    ['-1000', /^-(9\d\d|10\d\d|1100|900)$/],
    ['12.50', /^1[1-3]\.\d$/],
    ['1', /^[12]$/],
    ['140737488355328', /^1[234]\d{13}$/],
    ['ninety', /^\?$/],
  ])('of %s keep sign and form', async (value, form) => {
    const feed = `<feed xmlns="http://www.w3.org/2005/Atom"><entry><content><IntervalBlock xmlns="http://naesb.org/espi"><IntervalReading><value>${value}</value></IntervalReading></IntervalBlock></content></entry></feed>`;
    const after = await anonymise(feed, { jitter: 10 });
    expect(walked(after).texts[0]?.text).toMatch(form);
  });
});
