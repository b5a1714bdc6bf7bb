import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeXml } from '../../../shared/escape-xml.ts';
import { anonymise, readAs, verdicts, walked } from '../../fixtures/anonymised.ts';

const WRITTEN = {
  escaped: escapeXml,
  references: (name: string) => [...name].map((c) => `&#x${c.codePointAt(0)?.toString(16)};`).join(''),
  cdata: (name: string) => `<![CDATA[${name.replaceAll(']]>', ']]')}]]>`,
  parted: (name: string) =>
    `${escapeXml(name.slice(0, 3))}<!-- x --><![CDATA[${name.slice(3).replaceAll(']]>', ']]')}]]>`,
};
type Way = keyof typeof WRITTEN;

/** A document with the name in every place that may hold a text, and in some that may not. */
function document(name: string, way: Way): string {
  const text = WRITTEN[way](name);
  const value = way === 'references' ? WRITTEN.references(name) : escapeXml(name);
  const step = way === 'escaped' ? escapeXml(name) : encodeURIComponent(name);
  const plain = name.replace(/[^A-Za-z]/g, '');
  const base = `https://${plain}.example:8443/espi/1_1/resource`;
  const entry = (links: string, content: string) =>
    `<entry><id>${text}</id>${links}<title type="${value}">${text}</title><summary>${text}</summary><updated>${text}</updated>
    <author><name>${text}</name><email>${text}</email><uri>${text}</uri></author><category term="${value}" label="${value}"/>
    <content type="${value}" john="${value}">${content}</content></entry>`;
  const links = (self: string, up: string, related: string) =>
    `<link rel="self" href="${base}/${self}"/><link rel="up" href="${base}/${up}"/>
    <link rel="related" href="${base}/${related}"/><link rel="${value}" href="${value}" title="${value}"/>`;
  return `<?xml version="1.0"?><?p ${plain}?><!-- ${name.replaceAll('-', '')} -->
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:P${plain}="urn:${plain}"
 xsi:schemaLocation="http://naesb.org/espi file:///home/${plain}/espi.xsd" xml:base="${value}" xml:lang="${value}" P${plain}:A${plain}="${value}">
<id>urn:uuid:00000000-0000-5000-8000-000000000000</id><title>${text}</title><subtitle>${text}</subtitle><rights>${text}</rights>
<generator uri="${value}" version="${value}">${text}</generator><updated>2026-01-01T00:00:00Z</updated>
${entry(
  links(
    `Subscription/${step}/UsagePoint/1`,
    `Subscription/${step}/UsagePoint`,
    `Subscription/${step}/UsagePoint/1/MeterReading`,
  ),
  `${text}<UsagePoint xmlns="http://naesb.org/espi" ${`A${plain}`}="${value}">${text}
  <extension><any>${text}</any></extension><batchItemInfo><name>${text}</name><statusReason>${text}</statusReason></batchItemInfo>
  <roleFlags>${text}</roleFlags><ServiceCategory><kind>${text}</kind></ServiceCategory><status>${text}</status>
  <serviceDeliveryPoint><name>${text}</name><customerAgreement>${text}</customerAgreement></serviceDeliveryPoint>
  <amiBillingReady>${text}</amiBillingReady><isVirtual>${text}</isVirtual><outageRegion>${text}</outageRegion>
  <N${plain}>${text}</N${plain}><P${plain}:value>${text}<value>${text}</value></P${plain}:value></UsagePoint>`,
)}
${entry(
  links(
    `Subscription/${step}/UsagePoint/1/MeterReading/${step}`,
    `Subscription/${step}/UsagePoint/1/MeterReading`,
    `Subscription/${step}/UsagePoint/1/MeterReading/${step}/IntervalBlock`,
  ),
  `<MeterReading xmlns="http://naesb.org/espi" xsi:type="${value}"/>`,
)}
${entry(
  links(
    `Subscription/${step}/UsagePoint/1/MeterReading/${step}/IntervalBlock/2`,
    `Subscription/${step}/UsagePoint/1/MeterReading/${step}/IntervalBlock`,
    `x?published-min=2026-01-01T00:00:00Z&amp;${plain}=${plain}#${plain}`,
  ),
  `<IntervalBlock xmlns="http://naesb.org/espi"><interval><duration>3600</duration><start>1700000000</start></interval>
  <IntervalReading>${text}<cost>12.5</cost><ReadingQuality>${text}</ReadingQuality><timePeriod><duration>3600</duration>
  <start>1700000000</start></timePeriod><value>17</value></IntervalReading>
  <IntervalReading><cost>${text}</cost><timePeriod><duration>${text}</duration><start>${text}</start></timePeriod>
  <value>${text}</value><tou>${text}</tou></IntervalReading></IntervalBlock>`,
)}
${entry(
  '',
  `<Authorization xmlns="http://naesb.org/espi"><status>1</status><expires_at>${text}</expires_at><grant_type>${text}</grant_type>
  <scope>FB=1_4;${text}</scope><token_type>Bearer</token_type><resourceURI>${base}/Subscription/${step}</resourceURI>
  <error_description>${text} 00000000-0000-5000-8000-000000000000</error_description></Authorization>`,
)}
${entry(
  '',
  `<c:ServiceLocation xmlns:c="http://naesb.org/espi/customer"><c:name>${text}</c:name><c:mainAddress><c:streetDetail>
  <c:number>${text}</c:number><c:name>${text}</c:name></c:streetDetail><c:status>${text}</c:status></c:mainAddress>
  <c:positionPoints><c:xPosition>${text}</c:xPosition></c:positionPoints><c:UsagePoints><c:UsagePoint>${base}/${step}</c:UsagePoint>
  </c:UsagePoints></c:ServiceLocation><c:Customer xmlns:c="http://naesb.org/espi/customer"><c:kind>${text}</c:kind></c:Customer>`,
)}
<x:y xmlns:x="${value}">${text}</x:y></feed>`;
}

/** Characters that come in the way of those who look for names. */
const LETTERS = [
  ...'abcdefghijklmnopqrstuvwxyzABCDEFXYZ0123456789',
  ...'\u00fc\u00e9\u00df\u0130\u0416\u5c71\u{1f33b}',
];
const hostile = fc
  .tuple(
    fc.string({ unit: fc.constantFrom(...LETTERS, ...'&<>"\'%/?#;:=@._- ]'), maxLength: 12 }),
    fc.string({ unit: fc.constantFrom(...LETTERS), minLength: 7, maxLength: 14 }),
    fc.string({ unit: fc.constantFrom(...LETTERS, ...'&<>"\'%/?#;:=@._- ]'), maxLength: 12 }),
  )
  .map(([before, word, after]) => `${before}Q${word}Z${after}`);

/** Everything that the document says, in each way that it could be read. */
function saidBy(xml: string): string {
  const { texts, attributes, names } = walked(xml);
  const all = [
    xml,
    ...texts.map(({ text }) => text),
    ...attributes.flatMap(({ name, value }) => [name, value]),
    ...names,
  ];
  const decoded = all.map((text) => text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => unescaped(run)));
  return [...all, ...decoded].join('\n').toLowerCase();
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

describe('a hostile name', () => {
  it('survives nowhere, however and wherever it is written', async () => {
    await fc.assert(
      fc.asyncProperty(
        hostile,
        fc.constantFrom(...(Object.keys(WRITTEN) as Way[])),
        fc.nat(),
        async (name, way, chunk) => {
          const before = document(name, way);
          const after = await anonymise(before, {}, 1 + (chunk % 5000));
          const said = saidBy(after);
          const words = name.toLowerCase().match(/(?:[a-z0-9]|[\u0080-\u{10ffff}]){6,}/gu) ?? [];
          expect(words.length).toBeGreaterThan(0);
          for (const word of [name.toLowerCase(), ...words]) expect(said).not.toContain(word);
          expect(await verdicts(after)).toEqual(await verdicts(before));
          const [was, is] = [await readAs(before), await readAs(after)];
          expect([is.counts, is.rows, is.spans, is.joins]).toEqual([was.counts, was.rows, was.spans, was.joins]);
        },
      ),
      { numRuns: 150 },
    );
  });
});
