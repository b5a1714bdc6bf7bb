/** FB_05 to FB_12 and FB_29: which kinds of readings the feed holds, and their cost. */

import { hasNumber } from '../entry-facts.ts';
import type { ReadingTypeName } from '../feed-facts.ts';
import { MARK } from '../links.ts';
import type { Rule } from '../rule.ts';
import { readingHas } from './intervals.ts';
import { payloadHas, someReadingType } from './make.ts';

/** The feed has a ReadingType with these codes. */
function typeOfFeed(
  id: string,
  block: string,
  name: ReadingTypeName,
  what: string,
  codes: string,
  flaw?: string,
): Rule {
  return {
    id,
    block,
    on: 'feed',
    requirement: `The feed has ${what}: a ReadingType with ${codes}.`,
    cure: 'Give the ReadingType of these readings all of these codes, or leave the function block out.',
    ...(flaw && { flaw }),
    holds: (feed) => feed.readingTypes.has(name),
  };
}

const ALL_AT_ONCE =
  'The tests of this block ask for W, VA and VAR all at once, VA and VAR with the kind of energy (12) and W with that of power (37); a service that offers one of them may be meant.';
const FOR_THE_FEED = 'One usage point that has them is enough for the whole feed; each that claims it may be meant.';

export const MEASURES: readonly Rule[] = [
  {
    ...payloadHas('D064', 'FB_05', 'ReadingType', 'phase'),
    requirement: 'Every ReadingType of electricity (commodity 1) has phase.',
    applies: (entry) => someReadingType(entry, (node) => hasNumber(node, 'commodity', 1)),
  },
  {
    id: 'D078',
    block: 'FB_05',
    on: 'feed',
    requirement:
      'A UsagePoint of electricity (ServiceCategory kind 0) has a MeterReading of delivered Wh: its ReadingType has accumulationBehaviour 4, commodity 1, flowDirection 1, kind 12, uom 72.',
    cure: 'Give the ReadingType these codes, and join UsagePoint, MeterReading and ReadingType by links with equal hrefs.',
    flaw: FOR_THE_FEED,
    holds: (feed) => feed.metered(MARK.electricity, MARK.electricityPoint),
  },
  typeOfFeed(
    'D071',
    'FB_06',
    'watts',
    'demand readings in W',
    'accumulationBehaviour 12, commodity 1, flowDirection 1, kind 37, uom 38',
    ALL_AT_ONCE,
  ),
  typeOfFeed(
    'D072',
    'FB_06',
    'voltAmperes',
    'demand readings in VA',
    'accumulationBehaviour 12, commodity 1, flowDirection 1, kind 12, uom 61',
    ALL_AT_ONCE,
  ),
  typeOfFeed(
    'D073',
    'FB_06',
    'reactive',
    'demand readings in VAR',
    'accumulationBehaviour 12, commodity 1, flowDirection 1, kind 12, uom 63',
    ALL_AT_ONCE,
  ),
  typeOfFeed(
    'D074',
    'FB_07',
    'net',
    'net readings in Wh',
    'accumulationBehaviour 4, commodity 1, flowDirection 4, kind 12, uom 72',
  ),
  typeOfFeed(
    'D076',
    'FB_08',
    'reverse',
    'reverse readings in Wh',
    'accumulationBehaviour 4, commodity 1, flowDirection 19, kind 12, uom 72',
    'It looks for the reverse channel only; the forward one is what FB_05 asks for.',
  ),
  typeOfFeed(
    'D077',
    'FB_09',
    'register',
    'register reads in Wh',
    'accumulationBehaviour 1, commodity 1, flowDirection 1, kind 12, uom 72',
  ),
  {
    id: 'D079',
    block: 'FB_10',
    on: 'feed',
    requirement:
      'A UsagePoint of gas (ServiceCategory kind 1) has a MeterReading of gas: its ReadingType has accumulationBehaviour 4, commodity 7, flowDirection 1, and kind 12 with uom 31, 132 or 169 or kind 58 with uom 42 or 119.',
    cure: 'Give the ReadingType these codes, and join UsagePoint, MeterReading and ReadingType by links with equal hrefs.',
    flaw: `As written the "or" splits the condition: kind 58 with uom 42 or 119 passes with any commodity, accumulation and flow. ${FOR_THE_FEED}`,
    holds: (feed) => feed.metered(MARK.gas, MARK.gasPoint),
    asWritten: (feed) => feed.metered(MARK.gasAsWritten, MARK.gasPoint),
  },
  {
    id: 'D080',
    block: 'FB_11',
    on: 'feed',
    requirement:
      'A UsagePoint of water (ServiceCategory kind 2) has a MeterReading of water: its ReadingType has accumulationBehaviour 4, commodity 9, flowDirection 1, kind 58, uom 42, 119 or 128.',
    cure: 'Give the ReadingType these codes, and join UsagePoint, MeterReading and ReadingType by links with equal hrefs.',
    flaw: `It asks for kind 58, while the water files of the alliance itself say 12 and fail: no public file passes. ${FOR_THE_FEED}`,
    holds: (feed) => feed.metered(MARK.water, MARK.waterPoint),
  },
  readingHas('D043', 'FB_12', 'cost', 'cost', '<cost>'),
  {
    ...payloadHas('D058', 'FB_12', 'ReadingType', 'currency'),
    flaw: 'Asked of every ReadingType, of those of registers and temperatures too.',
  },
  typeOfFeed('D147', 'FB_29', 'kelvin', 'temperature readings in kelvin', 'kind 46 and uom 6'),
];
