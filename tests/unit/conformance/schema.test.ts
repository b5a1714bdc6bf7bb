import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkDocument } from '../../../electron/conformance/check.ts';
import { SAMPLES } from '../../fixtures/conformance.ts';
import { schemaFacts } from '../../fixtures/schema-facts.ts';
import { wholeFeed } from '../../fixtures/whole-feed.ts';
import { parseXml, type XmlElement } from '../../fixtures/xml-tree.ts';

const XSD = fileURLToPath(new URL('../../../../shared/xsd', import.meta.url));
const FACTS = fileURLToPath(new URL('../../../electron/conformance/schema/facts.ts', import.meta.url));

describe.skipIf(!existsSync(path.join(XSD, 'usage.xsd')))(
  'facts of the schemas (left out where ../shared is missing)',
  () => {
    it('are those of the schemas', async () => {
      await expect(schemaFacts(XSD)).toMatchFileSnapshot(FACTS);
    });
  },
);

const LINTER = 'xmllint';
const hasLinter = spawnSync(LINTER, ['--version']).status === 0;

/** Lines at which xmllint finds a document not valid; undefined where it is no XML. */
function byTheSchema(text: string): number[] | undefined {
  const { status, stderr } = spawnSync(LINTER, ['--noout', '--schema', path.join(XSD, 'all.xsd'), '-'], {
    input: text,
  });
  if (status === 1) return undefined;
  return [...String(stderr).matchAll(/^-:(\d+): .*Schemas validity error/gm)].map(([, line]) => Number(line));
}

async function check(text: string) {
  async function* bytes() {
    yield Buffer.from(text);
  }
  return (await checkDocument(bytes())).schema;
}

describe.skipIf(!existsSync(path.join(XSD, 'usage.xsd')) || !hasLinter)(
  'validity by the schemas (left out where ../shared or xmllint is missing)',
  () => {
    const samples = readdirSync(existsSync(SAMPLES) ? SAMPLES : '.').filter((name) =>
      /^(?!bad_not).*\.xml$/.test(name),
    );

    it.each(samples)('finds %s valid or not as xmllint does, and on the same lines', async (name) => {
      const text = readFileSync(path.join(SAMPLES, name), 'utf8');
      const lines = byTheSchema(text);
      const { problems, count } = await check(text);
      expect(count > 0, problems[0]?.message).toBe(lines !== undefined && lines.length > 0);
      const first = problems[0]?.line;
      expect(
        first === undefined || lines?.includes(first),
        JSON.stringify([problems.slice(0, 3), lines?.slice(0, 5)]),
      ).toBe(true);
    });

    it('finds too few of what the schema wants twice, as xmllint does', async () => {
      const text = readFileSync(path.join(SAMPLES, 'pge_applicationinformation_entry.xml'), 'utf8');
      const types = [...text.matchAll(/<(\w+:)?grant_types>.*?grant_types>/g)].map(([type]) => type);
      expect(types).toHaveLength(3);
      const one = types.slice(1).reduce((left, type) => left.replace(type, ''), text);
      const lines = byTheSchema(one) ?? [];
      const { problems } = await check(one);
      expect(problems.map(({ message }) => message)).toContain(
        '<ApplicationInformation> has too few <grant_types>: the schema wants 2.',
      );
      expect(lines).toEqual(expect.arrayContaining(problems.map(({ line }) => line)));
      // As many problems as without: the rest of the sample is as it was.
      const before = await check(text);
      expect(problems).toHaveLength(before.problems.length + 1);
    });

    it.each([
      ['2024-02-29T00:00:00Z', true],
      ['2000-02-29T00:00:00Z', true],
      ['-0004-02-29T00:00:00Z', true],
      ['12024-12-31T24:00:00.0+14:00', true],
      ['2023-02-29T00:00:00Z', false],
      ['1900-02-29T00:00:00Z', false],
      ['2024-02-30T00:00:00Z', false],
      ['2014-09-31T00:00:00Z', false],
      ['2014-09-30T24:30:00Z', false],
      ['2014-09-30T24:00:00.1Z', false],
      ['2014-09-30T25:00:00Z', false],
      ['2014-09-30T23:59:60Z', false],
      ['2014-09-30T00:00:00+19:99', false],
      ['2014-09-30T00:00:00-14:01', false],
      ['0000-01-01T00:00:00Z', false],
      ['02024-01-01T00:00:00Z', false],
    ])('takes %s for a date and time, or not, as xmllint does', async (text, isOne) => {
      const feed = wholeFeed().replace(/<updated>[^<]*/, `<updated>${text}`);
      expect([(await check(feed)).count === 0, byTheSchema(feed)?.length === 0]).toEqual([isOne, isOne]);
    });

    it.each([
      ['140737488355328', true],
      ['-140737488355328', true],
      ['140737488355329', false],
      ['-140737488355329', false],
    ])('lets a reading be %s or not wherever it stands, as xmllint does', async (number, mayBe) => {
      const readings = [...wholeFeed().matchAll(/<IntervalReading>.*?<\/IntervalReading>/gs)];
      for (const name of ['value', 'cost']) {
        for (const reading of readings.slice(0, 4)) {
          const changed = reading[0].replace(new RegExp(`(<${name}>)\\d+`), `$1${number}`);
          const feed =
            wholeFeed().slice(0, reading.index) + changed + wholeFeed().slice(reading.index + reading[0].length);
          expect([(await check(feed)).count === 0, byTheSchema(feed)?.length === 0]).toEqual([mayBe, mayBe]);
        }
      }
    });

    it('finds a whole feed valid, and damage to it wherever it is', async () => {
      const whole = wholeFeed('UsageSummary');
      expect(await check(whole)).toEqual({ problems: [], count: 0 });
      await fc.assert(
        fc.asyncProperty(fc.nat(), fc.constantFrom(...DAMAGES), async (which, damage) => {
          const document = parseXml(whole);
          const elements = [...document.all()].slice(2);
          const target = elements[which % elements.length];
          if (target) damage(target, elements[(which * 31) % elements.length] ?? target);
          const text = String(document);
          const { problems, count } = await check(text);
          const lines = byTheSchema(text);
          expect(count > 0, JSON.stringify([problems, lines, String(target).slice(0, 300)])).toBe(
            (lines?.length ?? 0) > 0,
          );
        }),
        { numRuns: 150, seed: 19 },
      );
    });
  },
);

it.each([0, 1])(
  'finds an interval that stands behind readings of a form that was seen before: block %i',
  async (which) => {
    const [block = ''] = [...wholeFeed().matchAll(/<IntervalBlock .*?<\/IntervalBlock>/gs)]
      .map(([text]) => text)
      .slice(which);
    const [interval = ''] = /<interval>.*?<\/interval>/s.exec(block) ?? [];
    const damaged = block.replace(interval, '').replace('</IntervalBlock>', `${interval}</IntervalBlock>`);
    const { problems, count } = await check(wholeFeed().replace(block, damaged));
    expect([count, problems[0]?.message]).toEqual([
      1,
      '<interval> stands too late in <IntervalBlock>: the schema wants it earlier.',
    ]);
  },
);

/** Ways to damage an element; `other` is another one of the document. */
const DAMAGES: readonly ((target: XmlElement, other: XmlElement) => void)[] = [
  (target) => target.remove(),
  (target) => target.duplicate(),
  (target) => {
    target.children.push('12x');
  },
  (target) => {
    target.children = target.elements.length > 0 ? target.children.toReversed() : ['-1'];
  },
  (target) => {
    if (target.elements.length === 0) target.children = ['281474976710656'];
  },
  (target, other) => {
    if (![...other.all()].includes(target)) target.children.push(other.copy(target));
  },
  (target) => {
    target.attributes = target.attributes.filter(({ raw }) => raw.startsWith('xmlns'));
  },
];
