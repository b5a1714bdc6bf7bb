/** FB_04: meter readings, their types and their interval blocks. */
import type { ReadingField } from '../block-facts.ts';
import { somePath } from '../feed-facts.ts';
import { MARK } from '../links.ts';
import type { Rule } from '../rule.ts';
import { envelope, feedHas, payloadHas } from './make.ts';

const BLOCK = 'FB_04';

const ONE_READING = 'As written one reading of the entry that has it is enough; here every reading counts.';
const BY_DEFAULT =
  'CDPTP003 has third parties take readings with a value alone, where the ReadingType has an intervalLength: a certifier may let them pass.';

/** Every reading of every block has the element. */
export function readingHas(id: string, block: string, field: ReadingField, path: string, what: string): Rule {
  return {
    id,
    block,
    on: 'entry',
    kind: 'IntervalBlock',
    requirement: `Every IntervalReading has ${path}.`,
    cure: `Add ${what} to every IntervalReading of the block.`,
    look: [`IntervalReading/${path}`],
    flaw: ONE_READING,
    holds: ({ blocks }) => blocks.readings > 0 && blocks.having[field] === blocks.readings,
    asWritten: ({ blocks }) => blocks.having[field] > 0,
  };
}

/** The entry has a link with that relation; by the text with an href, as the tests beside it say. */
function readingTypeLink(id: string, rel: 'self' | 'up'): Rule {
  return {
    id,
    block: BLOCK,
    on: 'entry',
    kind: 'ReadingType',
    requirement: `Every ReadingType entry has a link (rel="${rel}") with an href.`,
    cure: `Add <link rel="${rel}" href="..."/> to the entry.`,
    flaw: 'As written a link without an href passes, unlike in the same tests of other kinds.',
    look: [`link:${rel}`],
    holds: (entry) => entry.links[rel].length > 0,
    asWritten: (entry) => entry.linked.has(rel),
  };
}

export const INTERVALS: readonly Rule[] = [
  ...envelope(BLOCK, 'MeterReading', { id: 'D018', title: 'D019', self: 'D020', unique: 'D021', up: 'D022' }),
  {
    id: 'D023',
    block: BLOCK,
    on: 'links',
    kind: 'MeterReading',
    requirement: 'The up link of every MeterReading is a related link of exactly one UsagePoint.',
    cure: 'Let the up link of the MeterReading and one related link of its UsagePoint have the same href.',
    look: ['link:up'],
    holds: ({ up }, links) => links.total('related UsagePoint', up) === 1,
  },
  {
    id: 'D024',
    block: BLOCK,
    on: 'links',
    kind: 'MeterReading',
    requirement: 'Every MeterReading is related to one and only one ReadingType of the feed.',
    cure: 'Give the MeterReading one related link to a ReadingType, and the feed that ReadingType once.',
    look: ['link:related'],
    holds: ({ related }, links) => links.total('self ReadingType', related) === 1,
  },
  {
    id: 'D025',
    block: BLOCK,
    on: 'links',
    kind: 'MeterReading',
    requirement: 'Every MeterReading has data: an IntervalBlock of the feed whose up link is a related link of it.',
    cure: 'Let the up link of the IntervalBlock entries and a related link of their MeterReading have the same href; leave out meter readings without data.',
    look: ['link:related'],
    holds: ({ related }, links) => links.total('up IntervalBlock', related) > 0,
  },
  {
    id: 'D026',
    block: BLOCK,
    on: 'links',
    kind: 'MeterReading',
    requirement: 'Every MeterReading of interval data (accumulationBehaviour 4) has interval blocks in the feed.',
    cure: 'Let the up link of the IntervalBlock entries and a related link of their MeterReading have the same href.',
    look: ['link:related'],
    flaw: 'The condition is that of D025, for fewer meter readings: it finds nothing more.',
    contexts: ({ related }, links) => related.filter((href) => links.marked(href, MARK.interval)).length,
    holds: ({ related }, links) => links.total('up IntervalBlock', related) > 0,
  },
  feedHas('D027', BLOCK, 'MeterReading'),
  {
    id: 'D028',
    block: BLOCK,
    on: 'entry',
    kind: 'MeterReading',
    requirement: 'The MeterReading of an entry stands in its <content>.',
    cure: 'Put the MeterReading into <content> of the Atom namespace.',
    flaw: 'The book calls this row temporary: it holds nearly wherever it looks, and taking the MeterReading entries away silences it. What is meant is D027.',
    holds: (entry) => somePath(entry.contents('MeterReading'), []),
  },
  ...envelope(BLOCK, 'MeterReading', { published: 'D029', updated: 'D030' }),
  ...envelope(BLOCK, 'IntervalBlock', { id: 'D031' }),
  feedHas('D032', BLOCK, 'IntervalBlock'),
  ...envelope(BLOCK, 'IntervalBlock', { title: 'D033', self: 'D034', unique: 'D035', up: 'D036' }),
  {
    id: 'D037',
    block: BLOCK,
    on: 'links',
    kind: 'IntervalBlock',
    requirement: 'The up link of every IntervalBlock is a related link of exactly one MeterReading.',
    cure: 'Let the up link of the IntervalBlock and one related link of its MeterReading have the same href.',
    look: ['link:up'],
    holds: ({ up }, links) => links.total('related MeterReading', up) === 1,
  },
  {
    id: 'D038',
    block: BLOCK,
    on: 'entry',
    kind: 'IntervalBlock',
    requirement: 'Every IntervalBlock has interval/duration.',
    cure: 'Add <duration> (seconds) to the <interval> of the block.',
    look: ['IntervalBlock/interval/duration'],
    holds: ({ blocks }) => blocks.hasDuration,
  },
  {
    id: 'D039',
    block: BLOCK,
    on: 'entry',
    kind: 'IntervalBlock',
    requirement: 'Every IntervalBlock has interval/start.',
    cure: 'Add <start> (epoch seconds, UTC) to the <interval> of the block.',
    look: ['IntervalBlock/interval/start'],
    holds: ({ blocks }) => blocks.hasStart,
  },
  ...envelope(BLOCK, 'IntervalBlock', { published: 'D040', updated: 'D041' }),
  {
    id: 'D042',
    block: BLOCK,
    on: 'entry',
    kind: 'IntervalBlock',
    requirement: 'Every IntervalBlock starts with its first reading: interval/start equals the start of that reading.',
    cure: 'Let interval/start of the block be timePeriod/start of its first IntervalReading.',
    look: ['IntervalBlock/interval/start'],
    flaw: 'As written it is enough that some reading of the entry starts when some block of it does.',
    holds: ({ blocks }) => blocks.count > 0 && blocks.beginWell === blocks.count,
    asWritten: ({ blocks }) => blocks.beginsWithAny,
  },
  {
    ...readingHas('D044', BLOCK, 'duration', 'timePeriod/duration', '<duration> (seconds) in <timePeriod>'),
    flaw: `${ONE_READING} ${BY_DEFAULT}`,
  },
  {
    ...readingHas('D045', BLOCK, 'start', 'timePeriod/start', '<start> (epoch seconds, UTC) in <timePeriod>'),
    flaw: `${ONE_READING} ${BY_DEFAULT}`,
  },
  readingHas('D046', BLOCK, 'value', 'value', '<value>'),
  ...envelope(BLOCK, 'ReadingType', { id: 'D048' }),
  feedHas('D049', BLOCK, 'ReadingType'),
  ...envelope(BLOCK, 'ReadingType', { title: 'D050' }),
  readingTypeLink('D051', 'self'),
  ...envelope(BLOCK, 'ReadingType', { unique: 'D052' }),
  readingTypeLink('D053', 'up'),
  {
    id: 'D054',
    block: BLOCK,
    on: 'links',
    kind: 'MeterReading',
    requirement: 'Every MeterReading has a related link to a ReadingType of the feed.',
    cure: 'Add <link rel="related"> to the MeterReading with the href of the self link of its ReadingType.',
    look: ['link:related'],
    flaw: 'As written a second such link fails; that there is only one ReadingType is what D024 asks.',
    holds: ({ related }, links) => related.some((href) => links.marked(href, MARK.readingType)),
    asWritten: ({ related }, links) => related.filter((href) => links.marked(href, MARK.readingType)).length === 1,
  },
  {
    ...payloadHas('D062', BLOCK, 'ReadingType', 'intervalLength'),
    flaw: 'Asked of every ReadingType, of those of registers and temperatures too.',
  },
  payloadHas('D063', BLOCK, 'ReadingType', 'kind'),
  payloadHas('D065', BLOCK, 'ReadingType', 'powerOfTenMultiplier'),
  payloadHas('D068', BLOCK, 'ReadingType', 'uom'),
  ...envelope(BLOCK, 'ReadingType', { published: 'D069', updated: 'D070' }),
  {
    id: 'D145',
    block: BLOCK,
    on: 'links',
    kind: 'MeterReading',
    requirement: 'No two readings of a MeterReading start at the same time.',
    cure: 'Leave out readings that are there twice, and blocks that overlap.',
    look: ['link:related'],
    flaw: 'As written it looks within each IntervalBlock only, so the same reading in two blocks passes.',
    holds: ({ related }, _links, feed) => !feed.starts(related).readings.repeated,
    asWritten: ({ related }, _links, feed) => !feed.starts(related).repeatedInBlock,
  },
  {
    id: 'D146',
    block: BLOCK,
    on: 'links',
    kind: 'MeterReading',
    requirement: 'No two interval blocks of a MeterReading start at the same time.',
    cure: 'Leave out blocks that are there twice.',
    look: ['link:related'],
    holds: ({ related }, _links, feed) => !feed.starts(related).blocks.repeated,
  },
];
