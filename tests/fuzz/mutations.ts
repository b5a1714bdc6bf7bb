/** Damage done to documents, at random but repeatable. */

/** A small generator of random numbers (mulberry32): the same seed, the same numbers. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Pieces that a reader may stumble over. */
const PIECES = [
  '<',
  '>',
  '&',
  '"',
  "'",
  '/>',
  '</',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<?',
  '?>',
  '<?xml version="1.0"?>',
  '<!DOCTYPE x>',
  '&amp;',
  '&#x31;',
  '&#0;',
  '&#xD800;',
  '&nbsp;',
  '&a',
  '\u0000',
  '\ufeff',
  '\ufffd',
  'é',
  '𝄞',
  '\r\n',
  ' ',
  '\t',
  '<entry>',
  '</entry>',
  '<feed>',
  '</feed>',
  '<content>',
  '</content>',
  '<IntervalBlock>',
  '</IntervalBlock>',
  '<IntervalBlock xmlns="http://naesb.org/espi">',
  '<IntervalReading>',
  '</IntervalReading>',
  '<value>1</value>',
  '<value/>',
  '<timePeriod>',
  '</timePeriod>',
  '<start>1700000000000</start>',
  '<duration>-1</duration>',
  '<ReadingQuality>8</ReadingQuality>',
  ' xmlns="http://naesb.org/espi"',
  ' xmlns:espi="urn:x"',
  ' xmlns=""',
  'espi:',
  '99999999999999999999999',
  '-',
  '1.5',
  '1e9',
  '1e999',
  '0x1F',
  '1,234',
  '\u0000\u0000\u0000',
  'HTTP/1.1 200 OK\r\n\r\n',
  '<link rel="self" href="/UsagePoint/1/MeterReading/1/IntervalBlock/1"/>',
  '<powerOfTenMultiplier>-300</powerOfTenMultiplier>',
  '<dstStartRule>B40E2000</dstStartRule>',
] as const;

type Mutation = (bytes: Buffer, random: () => number, other: Buffer) => Buffer;

const index = (length: number, random: () => number): number => Math.floor(random() * (length + 1));

const MUTATIONS: readonly Mutation[] = [
  // One byte becomes another.
  (bytes, random) => {
    const copy = Buffer.from(bytes);
    if (copy.length > 0) copy[Math.floor(random() * copy.length)] = Math.floor(random() * 256);
    return copy;
  },
  // A span is gone.
  (bytes, random) => {
    const from = index(bytes.length, random);
    const length = Math.floor(random() ** 3 * 400);
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + length)]);
  },
  // A span comes twice.
  (bytes, random) => {
    const from = index(bytes.length, random);
    const to = Math.min(bytes.length, from + Math.floor(random() ** 2 * 2000));
    return Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)]);
  },
  // A piece of the list is put in.
  (bytes, random) => {
    const from = index(bytes.length, random);
    const piece = PIECES[Math.floor(random() * PIECES.length)] ?? '<';
    return Buffer.concat([bytes.subarray(0, from), Buffer.from(piece), bytes.subarray(from)]);
  },
  // A piece of the list takes the place of a tag or a text.
  (bytes, random) => {
    const from = bytes.indexOf(random() < 0.5 ? 60 : 62, index(bytes.length, random));
    if (from < 0) return bytes;
    const to = bytes.indexOf(random() < 0.5 ? 62 : 60, from + 1);
    const piece = PIECES[Math.floor(random() * PIECES.length)] ?? '>';
    return Buffer.concat([bytes.subarray(0, from), Buffer.from(piece), bytes.subarray(to < 0 ? bytes.length : to)]);
  },
  // The end is missing.
  (bytes, random) => bytes.subarray(0, index(bytes.length, random)),
  // Another document goes on from here.
  (bytes, random, other) =>
    Buffer.concat([bytes.subarray(0, index(bytes.length, random)), other.subarray(index(other.length, random))]),
  // All of it in another encoding, with or without its mark.
  (bytes, random) => {
    const wide = Buffer.from(`${random() < 0.5 ? '\ufeff' : ''}${bytes.toString('utf8')}`, 'utf16le');
    return random() < 0.5 ? wide : wide.swap16();
  },
  // Random bytes.
  (bytes, random) => {
    const from = index(bytes.length, random);
    const noise = Buffer.from(Array.from({ length: Math.floor(random() * 64) }, () => Math.floor(random() * 256)));
    return Buffer.concat([bytes.subarray(0, from), noise, bytes.subarray(from)]);
  },
];

/** A damaged document: one to eight mutations of one of the corpus, now and then nothing but noise. */
export function mutate(corpus: readonly Buffer[], random: () => number): Buffer {
  const pick = (): Buffer => corpus[Math.floor(random() * corpus.length)] ?? Buffer.alloc(0);
  if (random() < 0.01)
    return Buffer.from(Array.from({ length: Math.floor(random() * 500) }, () => Math.floor(random() * 256)));
  let bytes = pick();
  const times = 1 + Math.floor(random() ** 2 * 8);
  for (let i = 0; i < times; i++) {
    const mutation = MUTATIONS[Math.floor(random() * MUTATIONS.length)];
    if (mutation) bytes = mutation(bytes, random, pick());
  }
  return bytes;
}
