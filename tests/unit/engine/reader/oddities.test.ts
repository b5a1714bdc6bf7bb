import { describe, expect, it } from 'vitest';
import { collect } from './collect.ts';
import { block, ESPI, entry, feed, reading, USAGE_POINT } from './documents.ts';

const codes = (problems: { code: string }[]): string[] => problems.map((problem) => problem.code);

describe('numbers of readings', () => {
  it.each([
    ['12', '12', []],
    ['-7', '-7', []],
    ['+5', '5', []],
    ['007', '7', []],
    ['9223372036854775807', '9223372036854775807', []],
    ['-9223372036854775808', '-9223372036854775808', []],
    ['12.50', '125e-1', ['decimal_number']],
    ['12.00', '12', []],
    ['1.5e3', '1500', []],
    ['.5', '5e-1', ['decimal_number']],
    ['9223372036854775808', undefined, ['unparsable_number', 'reading_without_value']],
    ['1,234', undefined, ['unparsable_number', 'reading_without_value']],
    ['', undefined, ['empty_number', 'reading_without_value']],
    ['0x10', undefined, ['unparsable_number', 'reading_without_value']],
    ['NaN', undefined, ['unparsable_number', 'reading_without_value']],
    ['<b>1</b>', undefined, ['unknown_element', 'empty_number', 'reading_without_value']],
  ])('value %j is read as %j', async (text, value, expected) => {
    const { rows, problems, summary } = await collect(feed(entry(block(reading(1) + reading(text) + reading(1)))));
    expect(rows[1]?.value).toBe(value);
    expect(codes(problems).filter((code) => code !== 'self_link_missing')).toEqual(expected);
    expect(summary.readings).toBe(3);
  });

  it('sums decimals exactly', async () => {
    const readings = ['0.1', '0.2', '-0.05', '1000000000000000000'].map((value) => reading(value)).join('');
    const { summary } = await collect(feed(entry(block(readings))));
    expect(summary.sumValue).toBe('1000000000000000000.25');
  });

  it('sums beyond 2^53 exactly, on the fast path too', async () => {
    const readings = Array.from({ length: 50 }, () => reading('999999999999999')).join('');
    const { summary } = await collect(feed(entry(block(readings))));
    expect(summary.sumValue).toBe(String(999_999_999_999_999n * 50n));
  });
});

describe('times of readings', () => {
  it.each([
    ['1721154384.66136', 1_721_154_384n],
    ['1721154384000', 1_721_154_384n],
    ['-3600', -3600n],
    ['-0.5', 0n],
    [' 1721154384 ', 1_721_154_384n],
  ])('start %j', async (text, start) => {
    const { rows } = await collect(feed(entry(block(reading(1, text)))));
    expect(rows[0]?.start).toBe(start);
  });

  it('dates are converted, and told once', async () => {
    const readings = reading(1, '2023-11-14T22:13:20Z') + reading(2, '2023-11-14T17:28:20-05:00') + reading(3, 'noon');
    const text = feed(
      entry(block(readings).replace('<start>1700000000</start>', '<start>2023-11-14 22:13:20</start>')),
    );
    const { rows, blocks, problems, summary } = await collect(text);
    expect(rows.map((row) => row.start)).toEqual([1_700_000_000n, 1_700_000_900n, undefined]);
    expect(blocks[0]?.intervalStart).toBe(1_700_000_000);
    expect(summary).toMatchObject({ firstStart: 1_700_000_000, lastStart: 1_700_000_900 });
    expect(codes(problems).filter((code) => code === 'time_as_date')).toHaveLength(1);
    expect(codes(problems)).toContain('unparsable_number');
  });

  it('a second interval of a block is told and does not count, wherever the readings stand', async () => {
    const second = '<interval><duration>3600</duration><start>1800000000</start></interval>';
    const readings = [1, 2, 3, 4].map((value) => reading(value)).join('');
    for (const fastPath of [true, false]) {
      const { blocks, problems } = await collect(feed(entry(block(`${readings}${second}${readings}`))), 1000, {
        fastPath,
      });
      expect(blocks[0]).toMatchObject({ intervalStart: 1_700_000_000, intervalDuration: 86_400, readings: 8 });
      expect(codes(problems).filter((code) => code === 'repeated_element')).toHaveLength(2);
    }
  });

  it('milliseconds are told once, and their durations are milliseconds too', async () => {
    const one = (start: number): string =>
      `<IntervalReading><timePeriod><duration>3600000</duration><start>${start}</start></timePeriod><value>1</value></IntervalReading>`;
    const { rows, problems } = await collect(feed(entry(block(one(1_721_154_384_000) + one(1_721_157_984_000)))));
    expect(rows.map((row) => row.duration)).toEqual([3600, 3600]);
    expect(codes(problems).filter((code) => code === 'time_in_milliseconds')).toHaveLength(1);
  });

  it('a reading without timePeriod is kept, with its place in the block', async () => {
    const { rows, problems } = await collect(
      feed(entry(block('<IntervalReading><value>3</value></IntervalReading>'.repeat(3)))),
    );
    expect(rows.map((row) => [row.start, row.ordinal])).toEqual([
      [undefined, 0],
      [undefined, 1],
      [undefined, 2],
    ]);
    expect(codes(problems)).toContain('reading_without_time');
  });

  it('of readings with one start, the later one in the block is told from those before it', async () => {
    const one = (start: number) =>
      `<IntervalReading><timePeriod><duration>900</duration><start>${start}</start></timePeriod><value>1</value></IntervalReading>`;
    const placed = [1800, 2700, 1800, 3600, 3600, 900].map(one).join('');
    for (const fastPath of [true, false]) {
      const { rows } = await collect(feed(entry(block(placed)) + entry(block(one(900)))), 1000, { fastPath });
      expect(rows.map(({ start, ordinal }) => [Number(start), ordinal])).toEqual([
        [1800, 0],
        [2700, 0],
        [1800, 2],
        [3600, 0],
        [3600, 4],
        [900, 5],
        [900, 0],
      ]);
      // One that follows a reading without a time may have the time that will be worked out for that.
      const mixed = await collect(
        feed(entry(block(`${one(900)}<IntervalReading><value>3</value></IntervalReading>${one(1800)}`))),
        1000,
        { fastPath },
      );
      expect(mixed.rows.map(({ ordinal }) => ordinal)).toEqual([0, 1, 2]);
    }
  });
});

describe('the quality of a reading', () => {
  it.each([
    ['<ReadingQuality><quality>17</quality></ReadingQuality>', 17],
    ['<ReadingQuality><quality>0</quality></ReadingQuality><ReadingQuality><quality>8</quality></ReadingQuality>', 8],
    ['<ReadingQuality>8</ReadingQuality>', 8],
    ['<ReadingQuality/>', -1],
    ['', -1],
    ['<readingQuality><quality>8</quality></readingQuality>', 8],
    ['<readingQuality>ESTIMATED</readingQuality>', 8],
    ['<ReadingQuality><quality>Estimate</quality></ReadingQuality>', 8],
    ['<readingQuality>ACTUAL</readingQuality>', 0],
    ['<ReadingQuality>valid</ReadingQuality>', 0],
    ['<ReadingQuality>hm</ReadingQuality>', 16],
    ['<ReadingQuality><quality>invalid</quality></ReadingQuality>', 16],
    ['<ReadingQuality><quality>-1</quality></ReadingQuality>', 16],
    ['<ReadingQuality><quality>70000</quality></ReadingQuality>', 16],
    ['<ReadingQuality><quality>hm</quality></ReadingQuality><ReadingQuality><quality>8</quality></ReadingQuality>', 8],
  ])('%j', async (xml, quality) => {
    const one = reading(1).replace('<timePeriod>', `${xml}<timePeriod>`);
    for (const fastPath of [true, false]) {
      const { rows } = await collect(feed(entry(block(one.repeat(4)))), 1000, { fastPath });
      expect(rows.map((row) => row.quality)).toEqual(Array(4).fill(quality));
    }
  });

  it.each([
    ['<readingQuality>ACTUAL</readingQuality>', ['unknown_element', 'quality_as_word']],
    ['<ReadingQuality>hm</ReadingQuality>', ['unparsable_number', 'unparsable_number', 'unparsable_number']],
    [
      '<ReadingQuality><quality>-1</quality></ReadingQuality>',
      ['number_out_of_range', 'number_out_of_range', 'number_out_of_range'],
    ],
  ])('is told of: %j', async (xml, expected) => {
    const one = reading(1).replace('<timePeriod>', `${xml}<timePeriod>`);
    const { problems } = await collect(feed(entry(block(one.repeat(3)))));
    expect(codes(problems).filter((code) => code !== 'self_link_missing')).toEqual(expected);
  });
});

describe('where a payload may stand', () => {
  const one = block(reading(5));
  it.each([
    ['several blocks in one content', feed(entry(one + one)), 2],
    ['a lone entry', entry(one).replace('<entry>', '<entry xmlns="http://www.w3.org/2005/Atom">'), 1],
    ['a block beside the content', feed(`<entry><id>1</id>${one}</entry>`), 1],
    ['a block directly in the feed', feed(one), 1],
    ['a block inside another payload', feed(entry(`<MeterReading ${ESPI}>${one}</MeterReading>`)), 1],
    [
      'a block in a feed in a content',
      feed(entry(`<feed xmlns="http://www.w3.org/2005/Atom">${entry(one)}</feed>`)),
      1,
    ],
    ['no namespace at all', `<feed><entry><content>${one.replace(` ${ESPI}`, '')}</content></entry></feed>`, 1],
    [
      'a prefix that nobody declared',
      feed(
        entry(
          one
            .replace(` ${ESPI}`, '')
            .replaceAll('</', '</e:')
            .replaceAll(/<(?!\/)/g, '<e:'),
        ),
      ),
      1,
    ],
    ['a foreign namespace', feed(entry(one.replace('naesb.org', 'example.org'))), 0],
    ['a namespace with "www."', feed(entry(one.replace('//naesb', '//www.naesb'))), 1],
    ['two documents in one file', `${feed(entry(one))}${feed(entry(one)).replace(/^<\?.*\?>/, '')}`, 2],
    [
      'a feed in the namespace of its payload',
      feed(entry(one)).replace('http://www.w3.org/2005/Atom', 'http://naesb.org/espi'),
      1,
    ],
    ['a byte order mark', `\ufeff${feed(entry(one))}`, 1],
    ['two byte order marks', `\ufeff\ufeff${feed(entry(one))}`, 1],
    ['entries in a list of their own', feed(`<entries>${entry(one)}${entry(one)}</entries>`), 2],
    ['an entry with the content first', feed(`<entry><content>${one}</content><id>7</id></entry>`), 1],
    ['CRLF', feed(entry(one)).replaceAll('\n', '\r\n'), 1],
  ])('%s', async (_name, text, blocks) => {
    for (const chunk of [1, 65_536]) {
      const found = await collect(text, chunk);
      expect(found.summary.blocks).toBe(blocks);
      expect(found.summary.readings).toBe(blocks);
      expect(found.blocks).toHaveLength(blocks);
    }
  });

  it('payloads directly in the feed are read, and told', async () => {
    const holder = `<MeterReading ${ESPI}>${one}</MeterReading>`;
    for (const chunk of [1, 65_536]) {
      const { entities, summary, problems } = await collect(feed(USAGE_POINT, holder, entry(one)), chunk);
      expect(entities.map((e) => [e.kind, e.entry])).toEqual([
        ['UsagePoint', 0],
        ['MeterReading', 1],
      ]);
      expect(entities[0]?.rawXml).toBe(USAGE_POINT);
      expect(summary).toMatchObject({ entries: 3, blocks: 2, readings: 2 });
      expect(codes(problems)).toContain('payload_outside_content');
    }
  });

  it('entities of the other kinds come beside blocks', async () => {
    const { entities, blocks } = await collect(feed(entry(USAGE_POINT + one + USAGE_POINT)));
    expect(entities.map((e) => [e.kind, e.payload])).toEqual([
      ['UsagePoint', 0],
      ['UsagePoint', 2],
    ]);
    expect(blocks.map((b) => b.payload)).toEqual([1]);
    for (const entity of entities)
      expect(entity.rawXml).toContain('<UsagePoint xmlns="http://naesb.org/espi"><ServiceCategory>');
  });

  it('many payloads in one entry keep a text each, not the whole entry', async () => {
    const { entities } = await collect(feed(entry(USAGE_POINT.repeat(50))));
    expect(entities).toHaveLength(50);
    expect(entities.every((entity) => entity.rawXml === USAGE_POINT)).toBe(true);
  });

  it('the raw text of an entity stands by itself', async () => {
    const text =
      '<a:feed xmlns:a="http://www.w3.org/2005/Atom" xmlns:e="http://naesb.org/espi"><a:entry><a:content><e:UsagePoint/></a:content></a:entry></a:feed>';
    const { entities } = await collect(text);
    const again = await collect(entities[0]?.rawXml ?? '');
    expect(again.entities[0]).toMatchObject({ kind: 'UsagePoint', namespace: 'http://naesb.org/espi' });
    expect(again.problems.every((problem) => problem.severity === 'info')).toBe(true);
  });

  it('an entry that declares the namespaces of its feed anew keeps raw text that can be read', async () => {
    const { entities } = await collect(
      feed(entry(USAGE_POINT).replace('<entry>', '<entry xmlns="http://www.w3.org/2005/Atom">')),
    );
    await expect(collect(entities[0]?.rawXml ?? '')).resolves.toMatchObject({ entities: [{ kind: 'UsagePoint' }] });
    expect(entities[0]?.rawXml.match(/xmlns="http:\/\/www.w3.org\/2005\/Atom"/g)).toHaveLength(1);
  });
});

describe('encodings', () => {
  const text = feed(entry(block(reading(5))).replace('<id>', '<title>Zürich – ½</title><id>'));
  it('UTF-16, little and big endian, with and without a mark', async () => {
    const little = Buffer.from(text.replace('UTF-8', 'UTF-16'), 'utf16le');
    const big = Buffer.from(little).swap16();
    const mark = Buffer.from([0xff, 0xfe]);
    for (const bytes of [little, big, Buffer.concat([mark, little]), Buffer.concat([Buffer.from([0xfe, 0xff]), big])]) {
      for (const chunk of [1, 3, 65_536]) {
        const { blocks, summary } = await collect(bytes, chunk);
        expect(blocks[0]?.title).toBe('Zürich – ½');
        expect(summary.convertedFrom).toMatch(/^utf-16/);
        expect(summary.bytes).toBe(bytes.length);
      }
    }
  });

  it('ISO 8859-1 and windows-1252 as declared', async () => {
    for (const name of ['ISO-8859-1', 'windows-1252']) {
      const bytes = Buffer.from(text.replace('UTF-8', name).replace('–', '-'), 'latin1');
      const { blocks } = await collect(bytes);
      expect(blocks[0]?.title).toBe('Zürich - ½');
    }
  });

  it('an encoding that nobody knows is told', async () => {
    const { problems, summary } = await collect(text.replace('UTF-8', 'EBCDIC-X'));
    expect(problems[0]).toMatchObject({ code: 'unknown_encoding', severity: 'warning' });
    expect(summary.readings).toBe(1);
  });

  it('bytes that are no UTF-8 cost no reading', async () => {
    const bytes = Buffer.from(text.replace('UTF-8', 'UTF-8'), 'latin1');
    const { problems, summary } = await collect(bytes);
    expect(codes(problems)).toContain('invalid_encoding');
    expect(summary.readings).toBe(1);
  });
});

describe('one broken entry costs one entry', () => {
  const good = entry(block(reading(5)));
  it.each([
    ['a tag that is not closed', entry(`<UsagePoint ${ESPI}><ServiceCategory></UsagePoint>`)],
    ['an end tag too many', entry('</x>')],
    ['a "<" in text', entry(`<UsagePoint ${ESPI}><kind>1 < 2</kind></UsagePoint>`)],
    ['an attribute without quotes', entry(`<UsagePoint a=1 ${ESPI}/>`)],
    ['a tag cut short', entry(`<UsagePoint ${ESPI}><kind</UsagePoint>`)],
    ['a declaration', entry('<!ELEMENT x>')],
    ['nesting without end', entry('<a>'.repeat(500))],
  ])('%s', async (_name, bad) => {
    for (const chunk of [1, 7, 65_536]) {
      const { summary, problems, blocks } = await collect(feed(good, bad, good), chunk);
      expect(summary.readings).toBe(2);
      expect(blocks).toHaveLength(2);
      expect(problems.find((problem) => problem.code === 'malformed_xml')).toMatchObject({
        severity: 'error',
        line: 4,
        entry: 1,
      });
      expect(summary).toMatchObject({ truncated: false, damaged: true });
      expect(blocks.map(({ broken }) => broken)).toEqual([false, false]);
    }
  });

  it('what was read of it comes as broken, and no other does', async () => {
    const half = block(reading(1) + reading(2)).replace('</IntervalBlock>', '</x></IntervalBlock>');
    const { blocks, entities, summary } = await collect(
      feed(entry(half), good, entry(USAGE_POINT).replace('</entry>', '<</entry>'), entry(USAGE_POINT)),
    );
    expect(blocks.map(({ broken, readings }) => [broken, readings])).toEqual([
      [true, 2],
      [false, 1],
    ]);
    expect(entities.map(({ broken }) => broken)).toEqual([true, false]);
    expect(summary.damaged).toBe(true);
  });

  it('is no damage where the feed is over, nor where there is none', async () => {
    expect((await collect(`${feed(good)}</x>`)).summary).toMatchObject({ damaged: false, readings: 1 });
    expect((await collect(feed(good))).summary.damaged).toBe(false);
    // An entry without a resource should have one, but for a bill that there is not.
    const hollow = (name: string, content: string) =>
      collect(
        feed(`<entry><link rel="self" href="https://a.example/${name}/1"/><content>${content}</content></entry>`),
      );
    for (const name of ['ElectricPowerUsageSummary', 'UsageSummary', 'ElectricPowerQualitySummary']) {
      expect((await hollow(name, '')).summary.damaged, name).toBe(false);
      expect((await hollow(name, 'Internal error')).summary.damaged, name).toBe(true);
    }
    expect((await hollow('IntervalBlock', '')).summary.damaged).toBe(true);
  });

  it('an entry without end does not swallow the next one', async () => {
    const { summary, problems, entities } = await collect(
      feed(good, '<entry><id>1</id><content>', good, entry(USAGE_POINT)),
    );
    expect(summary.readings).toBe(2);
    expect(entities.map((entity) => entity.kind)).toEqual(['UsagePoint']);
    expect(codes(problems)).toEqual(expect.arrayContaining(['nested_entry', 'malformed_xml']));
  });

  it('an end tag without end is given up at the same byte, however the bytes come', async () => {
    const text = feed(`<entry><title>Lost</tit></entry ${'x'.repeat(70_000)}`, '');
    const whole = await collect(text.slice(0, -8), 1 << 20);
    expect(await collect(text.slice(0, -8), 1000)).toEqual(whole);
    expect(await collect(text.slice(0, -8), 66_000)).toEqual(whole);
  });

  it('damage inside of a block keeps the readings before it', async () => {
    const bad = entry(block(`${reading(1)}${reading(2)}<IntervalReading><value>3</wrong>`));
    const { summary, blocks } = await collect(feed(good, bad, good));
    expect(blocks.map((b) => b.readings)).toEqual([1, 2, 1]);
    expect(summary.sumValue).toBe('13');
  });

  it('an entity that XML does not know is kept as written', async () => {
    const { entities, problems } = await collect(
      feed(entry(USAGE_POINT).replace('<id>', '<title>A&nbsp;B &amp; C</title><id>')),
    );
    expect(entities[0]?.title).toBe('A&nbsp;B & C');
    expect(codes(problems)).toContain('unknown_entity');
  });

  it('a document that is cut off keeps what came before', async () => {
    const text = feed(good, entry(block(reading(1) + reading(2))), good);
    const whole = await collect(text);
    for (let cut = text.indexOf('<feed') + 60; cut < text.length - 8; cut++) {
      const { summary, problems } = await collect(text.slice(0, cut));
      expect(summary.truncated, `cut at ${cut}`).toBe(true);
      expect(
        problems.filter((problem) => problem.code === 'feed_truncated'),
        `cut at ${cut}`,
      ).toHaveLength(1);
      expect(summary.readings).toBeLessThanOrEqual(whole.summary.readings);
    }
  });
});

describe('an error instead of the end of a feed', () => {
  const text = feed(entry(block(reading(1) + reading(2))), entry(USAGE_POINT));
  it.each([
    '<html><head><title>502</title></head><body><p>Bad gateway</body></html>',
    '<?xml version="1.0"?><error><code>500</code></error>',
    '{"error":"server_error"}',
    'Internal Server Error',
  ])('%j: the feed is cut off, wherever that was', async (error) => {
    for (let cut = text.indexOf('<feed') + 60; cut < text.length - 8; cut += 3) {
      const { summary } = await collect(`${text.slice(0, cut)}${error}`);
      expect(summary.truncated, `cut at ${cut}`).toBe(true);
    }
  });
});

describe('what follows the end of a feed', () => {
  const whole = feed(entry(block(reading(5))));
  it('a byte order mark and another feed are no text', async () => {
    const { summary, problems } = await collect(`${whole}\ufeff${whole}`);
    expect(summary.readings).toBe(2);
    expect(codes(problems).filter((code) => code !== 'self_link_missing')).toEqual(['several_documents']);
  });

  it.each(['<!-- no end', '<?no end', '<![CDATA[no end', '<p>no end', '</'])(
    '%j does not make the feed one that is cut off',
    async (tail) => {
      const { summary, problems } = await collect(`${whole}${tail}`);
      expect(summary).toMatchObject({ readings: 1, truncated: false });
      expect(codes(problems)).not.toContain('feed_truncated');
    },
  );

  it('a page that a proxy added does not make the feed one that is cut off', async () => {
    const { summary, problems } = await collect(`${whole}<html><script>if (a < 2) b();</script></html>`);
    expect(summary).toMatchObject({ readings: 1, truncated: false });
    expect(codes(problems)).toContain('text_after_end');
    expect(codes(problems)).not.toContain('feed_truncated');
  });
});

describe('documents that are refused', () => {
  it.each([
    ['', 'feed_empty', /empty/],
    ['  \n ', 'feed_empty', /empty/],
    ['\ufeff', 'feed_empty', /empty/],
    ['\u0000\u0000\u0000<\u0000\u0000\u0000?', 'feed_not_xml', /UTF-32/],
    ['HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\n\r\n<feed/>', 'feed_not_xml', /HTTP headers/],
    ['<?xml version="1.0"?>\n', 'feed_not_xml', /nothing but an XML declaration/],
    ['{"a": 1}', 'feed_not_xml', /JSON/],
    ['%PDF-1.7', 'feed_not_xml', /PDF/],
    ['PK\u0003\u0004abc', 'feed_not_xml', /ZIP/],
    ['date,kWh\n2024-01-01,1\n', 'feed_not_xml', /CSV/],
    ['hello', 'feed_not_xml', /not an XML/],
    ['<html><body>Log in</body></html>', 'feed_not_atom', /web page/],
    ['<!DOCTYPE html><html></html>', 'feed_not_atom', /web page/],
    ['<?xml version="1.0"?><rss/>', 'feed_not_atom', /<rss>/],
    [`<IntervalBlock ${ESPI}/>`, 'feed_not_atom', /single ESPI element \(<IntervalBlock>\)/],
    ['<x:feed xmlns:x="urn:other"/>', 'feed_not_atom', /<feed> of the namespace "urn:other"/],
    ['<!DOCTYPE feed [<!ENTITY a "aaaa">]><feed xmlns="http://www.w3.org/2005/Atom"/>', 'feed_doctype', /DOCTYPE/],
    ['<feed', 'feed_not_xml', /not an XML/],
    ['<!-- no end', 'feed_not_xml', /not an XML/],
  ])('%j', async (text, code, message) => {
    for (const chunk of [1, 65_536]) {
      await expect(collect(text, chunk)).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
    }
  });

  it('say where they may be the beginning of a feed', async () => {
    const text = `<?xml version="1.0"?><!-- a -->${feed(entry(USAGE_POINT))}`;
    const root = text.indexOf('<feed');
    for (let cut = 0; cut < text.indexOf('>', root); cut++) {
      const tails = cut > root ? ['', '<html></html>'] : [''];
      for (const tail of tails) {
        const read = collect(text.slice(0, cut) + tail);
        await expect(read, `cut at ${cut}${tail}`).rejects.toMatchObject({ details: { cutOff: true } });
      }
    }
    for (const other of ['{"a": 1}', '<html></html>', '<!DOCTYPE html><html></html>', 'date,kWh\n']) {
      await expect(collect(other)).rejects.toMatchObject({ details: undefined });
    }
  });

  it('a DOCTYPE in the middle is refused as well', async () => {
    await expect(collect(feed(entry('<!DOCTYPE x>')))).rejects.toMatchObject({ code: 'feed_doctype' });
  });
});

describe('small faults are told', () => {
  it.each([
    ['no_entries', feed()],
    ['control_character', feed(entry(USAGE_POINT).replace('<id>', '<title>a\u0001b</title><id>'))],
    ['undeclared_prefix', feed(entry(USAGE_POINT)).replace('<feed ', '<feed xsi:schemaLocation="a b" ')],
    ['text_after_end', `${feed(entry(USAGE_POINT))}rest`],
    ['link_without_href', feed(entry(USAGE_POINT, '<link rel="self"/>'))],
    ['unreadable_date', feed(entry(USAGE_POINT, '<updated>yesterday</updated>'))],
    ['unknown_payload', feed(entry('<x xmlns="urn:x"/>'))],
    ['reading_outside_block', feed(entry(`<MeterReading ${ESPI}>${reading(1)}${reading(2)}</MeterReading>`))],
    ['reading_outside_block', feed(entry(reading(1).replace('<IntervalReading', `<IntervalReading ${ESPI}`)))],
    ['payload_outside_content', feed(`<entry>${USAGE_POINT}</entry>`)],
    [
      'multiplier_unusual',
      feed(entry(`<ReadingType ${ESPI}><powerOfTenMultiplier>17</powerOfTenMultiplier></ReadingType>`)),
    ],
    [
      'payload_not_as_linked',
      feed(entry(USAGE_POINT, '<link rel="self" href="/UsagePoint/1/MeterReading/1/IntervalBlock/000001"/>')),
    ],
    ['commodity_unit_mismatch', feed(entry(USAGE_POINT), entry(`<ReadingType ${ESPI}><uom>119</uom></ReadingType>`))],
  ])('%s', async (code, text) => {
    const { problems, summary } = await collect(text);
    expect(codes(problems)).toContain(code);
    expect(summary.truncated).toBe(false);
  });
});

it('an older name in the path of a self link is no contradiction', async () => {
  const link = '<link rel="self" href="RetailCustomer/1/ElectricPowerUsageSummary/01"/>';
  const { problems } = await collect(feed(entry(`<UsageSummary ${ESPI}/>`, link)));
  expect(codes(problems)).not.toContain('payload_not_as_linked');
});

describe('reading', () => {
  it('can be cancelled', async () => {
    const controller = new AbortController();
    controller.abort();
    await expect(collect(feed(), 100, { signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('tells how far it is', async () => {
    const seen: number[] = [];
    const text = feed(entry(block(reading(5))));
    await collect(text, 100, { onProgress: (bytes) => seen.push(bytes) });
    expect(seen.at(-1)).toBe(Buffer.byteLength(text));
    expect(seen.length).toBe(Math.ceil(Buffer.byteLength(text) / 100));
  });

  it('names line and column of what is wrong', async () => {
    const text = feed('', '  <entry>', '    <content>', `      <UsagePoint ${ESPI}>`, '    </content>', '  </entry>');
    const { problems } = await collect(text);
    expect(problems[0]).toMatchObject({ code: 'malformed_xml', line: 7, column: 5 });
    expect(problems[0]?.raw).toContain('<UsagePoint');
  });

  it('an entry of very many links keeps so many, and says so', async () => {
    const links = Array.from({ length: 10_005 }, (_, index) => `<link rel="related" href="/x/${index}"/>`).join('');
    const { entities, problems } = await collect(feed(entry(USAGE_POINT, links)));
    expect(entities[0]?.links).toHaveLength(10_000);
    expect(codes(problems).filter((code) => code === 'too_many_links')).toHaveLength(1);
    expect(entities[0]?.rawXml).toContain('/x/10004');
  });

  it('a million equal faults do not become a million problems', async () => {
    const { problems, summary } = await collect(feed(entry(block(reading('x').repeat(500)))));
    expect(summary.readings).toBe(500);
    expect(problems.filter((problem) => problem.code === 'unparsable_number')).toHaveLength(51);
    expect(problems.find((problem) => problem.message.includes('450 more'))).toBeDefined();
  });
});

describe('damage', () => {
  it.each([1, 7, 38, 65_536])('tells the same of an end tag with attributes in pieces of %i bytes', async (chunk) => {
    const broken = `<entry><title>a</titel></entry  href="x"${' type="y"'.repeat(30)}/>`;
    const { problems, entities } = await collect(feed(`${broken}${entry(USAGE_POINT)}`), chunk);
    expect(codes(problems)).not.toContain('unexpected_text');
    expect(codes(problems).filter((code) => code === 'malformed_xml')).toHaveLength(1);
    expect(entities.map(({ kind }) => kind)).toEqual(['UsagePoint']);
  });

  it.each([1, 7, 38, 65_536])('tells the same of text in CDATA in pieces of %i bytes', async (chunk) => {
    const stray = `<![CDATA[a\u001b\u0001 ${'b'.repeat(200)}]]>`;
    const { problems, rows } = await collect(feed(entry(block(stray + reading(1)) + USAGE_POINT)), chunk);
    expect(codes(problems)).toEqual(expect.arrayContaining(['unexpected_text', 'control_character']));
    expect(rows).toHaveLength(1);
  });

  it.each([1, 7, 38, 65_536])('tells the same of CDATA without an end in pieces of %i bytes', async (chunk) => {
    const { problems } = await collect(`${feed(entry(USAGE_POINT)).replace('</feed>', '')}<![CDATA[lost`, chunk);
    expect(codes(problems)).toEqual(expect.arrayContaining(['unexpected_text', 'feed_truncated']));
  });
});
