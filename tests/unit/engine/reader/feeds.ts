import fc from 'fast-check';

/** Arbitrary feeds that are right but written in every odd way: prefixes, order, white space, comments, CDATA. */

interface Style {
  atom: string;
  espi: string;
  /** Where the ESPI namespace is declared. */
  declare: 'feed' | 'entry' | 'block';
  space: string;
  noise: number;
}

interface ReadingPlan {
  start: number;
  duration: number;
  value: bigint;
  cost: bigint | undefined;
  quality: number[];
  tou: number | undefined;
  timeFirst: boolean;
  /** 0 plain; otherwise an odd way of writing this reading. */
  odd: number;
}

const style: fc.Arbitrary<Style> = fc.record({
  atom: fc.constantFrom('', 'atom', 'ns1', 'a-b.c'),
  espi: fc.constantFrom('', 'espi', 'ns0', 'ns', 'é'),
  declare: fc.constantFrom('feed', 'entry', 'block'),
  space: fc.constantFrom('', '\n  ', ' ', '\r\n\t', '\n\n        '),
  noise: fc.constantFrom(0, 0, 1, 2),
});

const reading: fc.Arbitrary<ReadingPlan> = fc.record({
  start: fc.integer({ min: -2_000_000_000, max: 4_000_000_000 }),
  duration: fc.constantFrom(0, 60, 900, 899, 3600, 86_400, 2_764_800),
  value: fc.oneof(
    fc.bigInt({ min: -1000n, max: 1_000_000n }),
    fc.bigInt({ min: -(2n ** 47n), max: 2n ** 47n }),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  ),
  cost: fc.option(fc.bigInt({ min: -1000n, max: 10n ** 12n }), { nil: undefined }),
  quality: fc.array(fc.constantFrom(0, 7, 8, 10, 17, 99), { maxLength: 2 }),
  tou: fc.option(fc.integer({ min: 0, max: 9 }), { nil: undefined }),
  timeFirst: fc.boolean(),
  odd: fc.constantFrom(0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7),
});

/** A feed as text. */
export const feedText: fc.Arbitrary<string> = fc
  .record({
    style,
    entries: fc.array(fc.array(fc.array(reading, { maxLength: 6 }), { minLength: 1, maxLength: 3 }), { maxLength: 4 }),
    others: fc.integer({ min: 0, max: 2 }),
    prolog: fc.constantFrom(
      '',
      '<?xml version="1.0" encoding="UTF-8"?>\n',
      '<!-- <entry> -->',
      '<?xml-stylesheet href="x>y"?>',
    ),
  })
  .map(({ style: s, entries, others, prolog }) => {
    const a = s.atom === '' ? '' : `${s.atom}:`;
    // Both default prefixes at once only work where each element of ESPI declares itself.
    const declare = s.atom === '' && s.espi === '' ? 'block' : s.declare;
    const xmlns = `xmlns${s.espi ? `:${s.espi}` : ''}="http://naesb.org/espi"`;
    const feed = `<${a}feed xmlns${s.atom ? `:${s.atom}` : ''}="http://www.w3.org/2005/Atom"${declare === 'feed' ? ` ${xmlns}` : ''}>`;
    let text = `${prolog}${feed}${s.space}<${a}title>A &amp; B</${a}title>${s.space}`;
    const open = `<${a}entry${declare === 'entry' ? ` ${xmlns}` : ''}>`;
    for (let i = 0; i < others; i++)
      text += entry(s, a, open, 'MeterReading', [payload(s, declare, xmlns, 'MeterReading', '')]);
    for (const blocks of entries) {
      text += entry(
        s,
        a,
        open,
        'IntervalBlock',
        blocks.map((readings) =>
          payload(s, declare, xmlns, 'IntervalBlock', readings.map((plan) => readingText(s, plan)).join(s.space)),
        ),
      );
    }
    return `${text}</${a}feed>${s.space}`;
  });

function entry(s: Style, a: string, open: string, title: string, payloads: string[]): string {
  const noise = s.noise > 0 ? '<!-- a comment with <entry> and > in it --><?pi </entry> ?>' : '';
  const content = `<${a}content type='application/xml'>${s.space}${payloads.join(s.space)}${s.space}</${a}content>`;
  const rest = `<${a}id>urn:uuid:1</${a}id><${a}link rel="self" href='http://x/resource/${title}/1?a=1&amp;b=2'/><${a}title >${title}</${a}title >${noise}`;
  return `${open}${s.noise > 1 ? content + rest : rest + content}<${a}updated>2024-01-02T03:04:05Z</${a}updated></${a}entry>${s.space}`;
}

function payload(s: Style, declare: string, xmlns: string, name: string, inner: string): string {
  const p = s.espi === '' ? '' : `${s.espi}:`;
  const attribute = declare === 'block' ? ` ${xmlns}` : '';
  const interval =
    name === 'IntervalBlock'
      ? `<${p}interval><${p}duration>86400</${p}duration><${p}start>1</${p}start></${p}interval>`
      : '';
  return inner === '' && s.noise === 1
    ? `<${p}${name}${attribute}/>`
    : `<${p}${name}${attribute}>${s.space}${interval}${inner}${s.space}</${p}${name}>`;
}

function readingText(s: Style, plan: ReadingPlan): string {
  const p = s.espi === '' ? '' : `${s.espi}:`;
  const el = (name: string, inner: string): string => `<${p}${name}>${inner}</${p}${name}>`;
  const time = el(
    'timePeriod',
    `${s.space}${el('duration', String(plan.duration))}${s.space}${el('start', String(plan.start))}${s.space}`,
  );
  const parts = [
    plan.cost === undefined ? '' : el('cost', String(plan.cost)),
    ...plan.quality.map((code) => el('ReadingQuality', el('quality', String(code)))),
    el('value', oddValue(plan)),
    plan.tou === undefined ? '' : el('tou', String(plan.tou)),
  ];
  if (plan.timeFirst) parts.unshift(time);
  else parts.push(time);
  if (plan.odd === 3) parts.splice(1, 0, '<!-- <value>9</value> -->');
  if (plan.odd === 4) parts.push(`<x:value xmlns:x="urn:other">12345</x:value>`);
  if (plan.odd === 7) parts.push(el('timezone', '-0500 & more'.replace('&', '&amp;')));
  const attribute = plan.odd === 5 ? ' a="b>c"' : plan.odd === 6 ? ' xmlns:q="urn:q"' : '';
  return `<${p}IntervalReading${attribute}>${s.space}${parts.join(s.space)}${s.space}</${p}IntervalReading>`;
}

function oddValue(plan: ReadingPlan): string {
  const digits = String(plan.value);
  if (plan.odd === 1) return ` <![CDATA[${digits}]]>\n`;
  if (plan.odd === 2) return [...digits].map((c) => `&#${c.charCodeAt(0)};`).join('');
  return digits;
}
