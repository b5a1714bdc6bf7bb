import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkDocument, type Findings } from '../../../electron/conformance/check.ts';
import { mutated } from '../../fixtures/book-mutation.ts';
import { holds, select } from '../../fixtures/book-xpath.ts';
import { bookIsThere, cell, SAMPLES, table } from '../../fixtures/conformance.ts';
import { wholeFeed } from '../../fixtures/whole-feed.ts';
import { parseXml } from '../../fixtures/xml-tree.ts';

const book = table('testbook.tsv').filter((row) => cell(row, 'test_xpath') !== '');

async function check(text: string): Promise<Findings> {
  async function* bytes() {
    // In small pieces, so that every token is cut somewhere.
    const all = Buffer.from(text);
    for (let at = 0; at < all.length; at += 997) yield all.subarray(at, at + 997);
  }
  return await checkDocument(bytes());
}

/** Of every test how often it looked and failed, by the program; as the book is written where that differs. */
function found({ outcomes }: Findings): string[] {
  return book.map((row) => {
    const id = cell(row, 'id');
    const outcome = outcomes.get(id);
    return `${id} ${outcome?.failedAsWritten ?? outcome?.failed} of ${outcome?.contexts}`;
  });
}

/** The same by the expressions of the book. */
function byTheBook(text: string): string[] {
  const document = parseXml(text);
  return book.map((row) => {
    const contexts = select(cell(row, 'context_xpath'), document);
    const failed = contexts.filter((node) => !holds(cell(row, 'test_xpath'), node)).length;
    return `${cell(row, 'id')} ${failed} of ${contexts.length}`;
  });
}

const UP_OF_READING = "/atom:feed/atom:entry[*/espi:MeterReading]/atom:link[@rel='up']/@href";
const LOCAL_TIMES =
  "count(/atom:feed/atom:entry[*/espi:LocalTimeParameters]/atom:link[@rel='self' and @href=current()/atom:link[@rel='related']/@href])";
const BLOCKS = 'atom:content/espi:IntervalBlock';
const READINGS = `${BLOCKS}/espi:IntervalReading`;
const everyReading = (element: string) => `count(${READINGS})>0 and count(${READINGS})=count(${READINGS}[${element}])`;
const OWN_BLOCKS =
  "atom:entry/atom:content/espi:IntervalBlock[../../atom:link[@rel='up']/@href = current()/atom:link[@rel='related']/@href]";
const GAS =
  'espi:accumulationBehaviour=4 and espi:commodity=7 and espi:flowDirection=1 and (espi:kind=12 and (espi:uom=31 or espi:uom=132 or espi:uom=169) or espi:kind=58 and (espi:uom=42 or espi:uom=119))';

/** What the text of a test asks for, where the book's expression does not say it. */
const MEANT: Readonly<Record<string, string>> = {
  D004: 'count(/atom:feed/atom:entry[atom:id = current()/atom:id])=1',
  D007: `${LOCAL_TIMES}=0 or ${LOCAL_TIMES}=1`,
  D016: `atom:link[@rel='related']/@href=${UP_OF_READING}`,
  D042: `count(${BLOCKS})>0 and count(${BLOCKS})=count(${BLOCKS}[espi:interval/espi:start=espi:IntervalReading[1]/espi:timePeriod/espi:start])`,
  D043: everyReading('espi:cost'),
  D044: everyReading('espi:timePeriod/espi:duration'),
  D045: everyReading('espi:timePeriod/espi:start'),
  D046: everyReading('espi:value'),
  D047: everyReading('espi:ReadingQuality/espi:quality'),
  D051: "atom:link[@rel='self']/@href",
  D053: "atom:link[@rel='up']/@href",
  D054: "atom:link[@rel='related']/@href=/atom:feed/atom:entry[atom:content/espi:ReadingType]/atom:link[@rel='self']/@href",
  D079: `/atom:feed/atom:entry[*/espi:MeterReading]/atom:link[@rel='related' and @href=/atom:feed/atom:entry[*/espi:ReadingType[${GAS}]]/atom:link[@rel='self']/@href]/../atom:link[@rel='up']/@href=/atom:feed/atom:entry/atom:content/espi:UsagePoint[espi:ServiceCategory/espi:kind=1]/../../atom:link[@rel='related']/@href`,
  D145: `count(/atom:feed/${OWN_BLOCKS}/espi:IntervalReading[espi:timePeriod/espi:start = preceding::espi:IntervalReading[../../../atom:link[@rel='up']/@href = current()/atom:link[@rel='related']/@href]/espi:timePeriod/espi:start])=0`,
};

/** Of each test of {@link MEANT} how often it fails by its text, by the program and by its expression. */
function meant({ outcomes }: Findings, text: string): [string, string][] {
  const document = parseXml(text);
  return Object.entries(MEANT).map(([id, expression]) => {
    const context = book.find((row) => cell(row, 'id') === id);
    const contexts = context ? select(cell(context, 'context_xpath'), document) : [];
    const failed = contexts.filter((node) => !holds(expression, node)).length;
    return [`${id} ${outcomes.get(id)?.failed}`, `${id} ${failed}`];
  });
}

/** Mutations name the older generation of the summary. */
function forNewer(mutation: string): string {
  return mutation.replaceAll('ElectricPowerUsageSummary', 'UsageSummary');
}

describe.skipIf(!bookIsThere)('the mutations of the book (left out where ../shared is missing)', () => {
  it.each(['ElectricPowerUsageSummary', 'UsageSummary'])(
    'start from a feed that passes every test, with %s',
    async (name) => {
      const { outcomes } = await check(wholeFeed(name));
      for (const [id, { contexts, failed }] of outcomes) expect([id, contexts > 0, failed]).toEqual([id, true, 0]);
    },
  );

  // D028 looks only where there is a MeterReading: without one it is silent, and nothing that the book prescribes makes it fail.
  const own = book.filter((row) => cell(row, 'id') !== 'D028');

  it.each(own.map((row) => [cell(row, 'id'), cell(row, 'mutation')]))('%s fails after %s', async (id, mutation) => {
    const text = mutated(wholeFeed(), mutation);
    const findings = await check(text);
    expect(findings.outcomes.get(id)?.failed).toBeGreaterThan(0);
    // The others change as the expressions of the book say, and no other way.
    expect(found(findings)).toEqual(byTheBook(text));
    const newer = await check(mutated(wholeFeed('UsageSummary'), forNewer(mutation)));
    expect(newer.outcomes.get(id)?.failed).toBeGreaterThan(0);
  });

  it('D028 fails where the MeterReading stands elsewhere in its entry', async () => {
    const text = wholeFeed().replace(
      /<content>(<MeterReading [^>]*>)<\/content>/,
      '<content xmlns="urn:other">$1</content>',
    );
    const findings = await check(text);
    expect(findings.outcomes.get('D028')?.failed).toBe(1);
    expect(found(findings)).toEqual(byTheBook(text));
    const silenced = await check(mutated(wholeFeed(), 'RemoveEntry:atom:feed/atom:entry[*/espi:MeterReading]'));
    expect(silenced.outcomes.get('D028')?.contexts).toBe(0);
    expect(silenced.outcomes.get('D027')?.failed).toBe(1);
  });

  /** The readings of the first block. */
  const READINGS_OF_ONE = /(<IntervalReading>.*?<\/IntervalReading>\s*)+/s;

  it.each([
    ['newest first', (list: string[]) => list.toReversed()],
    ['newest first, one twice', (list: string[]) => [...list, ...list.slice(2, 3)].toReversed()],
    ['the newest first, one twice', (list: string[]) => [...list.slice(1), ...list.slice(2)]],
    ['all twice, the first one last', (list: string[]) => [...list.slice(1), ...list.slice(1), ...list.slice(0, 1)]],
  ])('readings of a block are compared with its start as the book does: %s', async (_how, order) => {
    const text = wholeFeed().replace(READINGS_OF_ONE, (all) =>
      order(all.trim().split(/(?<=<\/IntervalReading>)\s*/)).join('\n'),
    );
    expect(text).not.toBe(wholeFeed());
    const findings = await check(text);
    for (const [program, expression] of meant(findings, text)) expect(program).toBe(expression);
    expect(found(findings)).toEqual(byTheBook(text));
  });

  it.each([0, 1])(
    'a block that starts when one of another block does, is judged as the book does (%s)',
    async (which) => {
      // Both blocks in one entry, some reading twice, and each start that of a reading of the other block or of none.
      const [first = '', second = ''] = wholeFeed().match(/<IntervalBlock .*?<\/IntervalBlock>/gs) ?? [];
      const starts = [first, second].map((block) => /<start>\d+/.exec(block)?.[0] ?? '');
      const twice = (block: string) => block.replace(/<IntervalReading>.*?<\/IntervalReading>\s*/s, '$&$&');
      const at = (block: string, start: string) => twice(block).replace(/<start>\d+/, start);
      const blocks = [
        at(first, which === 0 ? (starts[1] ?? '') : '<start>5'),
        at(second, which === 1 ? (starts[0] ?? '') : '<start>5'),
      ];
      const text = wholeFeed().replace(first, blocks.join(''));
      const findings = await check(text);
      for (const [program, expression] of meant(findings, text)) expect(program).toBe(expression);
      expect(found(findings)).toEqual(byTheBook(text));
    },
  );

  const samples = readdirSync(bookIsThere ? SAMPLES : '.').filter((name) => {
    return name.endsWith('.xml') && name !== 'bad_not_xml.xml' && statSync(path.join(SAMPLES, name)).size < 30_000;
  });

  it.each(samples)('whatever is taken out of %s, or doubled, is judged as the book does', async (name) => {
    const text = readFileSync(path.join(SAMPLES, name), 'utf8');
    expect(found(await check(text))).toEqual(byTheBook(text));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(), fc.constantFrom('remove', 'double', 'href')), { minLength: 1, maxLength: 4 }),
        async (steps) => {
          const changed = damaged(text, steps);
          const findings = await check(changed);
          for (const [program, expression] of meant(findings, changed)) expect(program).toBe(expression);
          expect(found(findings)).toEqual(byTheBook(changed));
        },
      ),
      { numRuns: 4, seed: 7 },
    );
  });
});

/** A document with some of its elements taken out, doubled, or linked elsewhere; its root stays. */
function damaged(text: string, steps: readonly [which: number, how: 'remove' | 'double' | 'href'][]): string {
  const document = parseXml(text);
  for (const [which, how] of steps) {
    const below = [...document.all()].slice(2);
    const links = below.filter((element) => element.name === 'link');
    const pool = how === 'href' ? links : below;
    const target = pool[which % Math.max(1, pool.length)];
    const other = links[(which * 7) % Math.max(1, links.length)];
    if (how === 'remove') target?.remove();
    else if (how === 'double') target?.duplicate();
    else {
      const href = target?.attributes.find(({ raw }) => raw === 'href');
      if (href) href.value = other?.attributes.find(({ raw }) => raw === 'href')?.value ?? 'elsewhere';
    }
  }
  return String(document);
}
