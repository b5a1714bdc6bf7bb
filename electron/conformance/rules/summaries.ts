/** FB_15 to FB_17, FB_27 and FB_28: summaries of bills and of power quality. */
import { type EntryFacts, hasPath } from '../entry-facts.ts';
import { somePath } from '../feed-facts.ts';
import type { Rule } from '../rule.ts';
import { envelope, feedHas, payloadHas, summaryHas } from './make.ts';

const OVERALL = 'currentBillingPeriodOverAllConsumption';

/** Where a summary has the consumption of its period, that has the element. */
function overallHas(id: string, element: string): Rule {
  return {
    id,
    block: 'FB_15',
    on: 'summary',
    element: OVERALL,
    requirement: `The ${OVERALL} of a summary has ${element}.`,
    cure: `Add <${element}> to ${OVERALL}.`,
    flaw: `It looks only where there is a ${OVERALL}; no test asks for one.`,
    look: [`${OVERALL}/${element}`],
    holds: (node) => hasPath(node, [element]),
  };
}

/** Of two tests that ask for the same, the smaller one. */
function contained(rule: Rule, other: string): Rule {
  return { ...rule, flaw: `What it asks is part of ${other}: where this one fails, that one does.` };
}

const MULTIPLIER_ONLY = 'The name speaks of the element, the test looks at its powerOfTenMultiplier only';

const QUALITY = 'ElectricPowerQualitySummary';

export const SUMMARIES: readonly Rule[] = [
  summaryHas('D081', 'FB_15', 'overallConsumptionLastPeriod'),
  ...envelope('FB_15', 'UsageSummary', { id: 'D082' }),
  feedHas('D083', 'FB_15', 'UsageSummary'),
  ...envelope('FB_15', 'UsageSummary', { title: 'D084', self: 'D085', unique: 'D086', up: 'D087' }),
  {
    id: 'D088',
    block: 'FB_15',
    on: 'links',
    kind: 'UsageSummary',
    requirement: 'The up link of every UsageSummary is a related link of exactly one UsagePoint.',
    cure: 'Let the up link of the UsageSummary and one related link of its UsagePoint have the same href.',
    look: ['link:up'],
    holds: ({ up }, links) => links.total('related UsagePoint', up) === 1,
  },
  summaryHas('D089', 'FB_15', 'billingPeriod/duration'),
  summaryHas('D090', 'FB_15', 'billingPeriod/start'),
  overallHas('D095', 'powerOfTenMultiplier'),
  overallHas('D096', 'timeStamp'),
  overallHas('D097', 'uom'),
  overallHas('D098', 'value'),
  summaryHas('D099', 'FB_15', 'qualityOfReading'),
  summaryHas('D100', 'FB_15', 'statusTimeStamp'),
  ...envelope('FB_15', 'UsageSummary', { published: 'D101', updated: 'D102' }),
  summaryHas('D091', 'FB_16', 'billLastPeriod'),
  summaryHas('D093', 'FB_16', 'costAdditionalLastPeriod'),
  summaryHas('D094', 'FB_16', 'currency'),
  payloadHas('D113', 'FB_17', QUALITY, 'flickerPlt'),
  payloadHas('D114', 'FB_17', QUALITY, 'flickerPst'),
  payloadHas('D115', 'FB_17', QUALITY, 'harmonicVoltage'),
  payloadHas('D116', 'FB_17', QUALITY, 'longInterruptions'),
  payloadHas('D117', 'FB_17', QUALITY, 'mainsVoltage'),
  payloadHas('D118', 'FB_17', QUALITY, 'powerFrequency'),
  payloadHas('D119', 'FB_17', QUALITY, 'rapidVoltageChanges'),
  payloadHas('D120', 'FB_17', QUALITY, 'shortInterruptions'),
  contained(payloadHas('D121', 'FB_17', QUALITY, 'summaryInterval'), 'D134'),
  payloadHas('D122', 'FB_17', QUALITY, 'supplyVoltageDips'),
  payloadHas('D123', 'FB_17', QUALITY, 'supplyVoltageImbalance'),
  payloadHas('D124', 'FB_17', QUALITY, 'supplyVoltageVariations'),
  payloadHas('D125', 'FB_17', QUALITY, 'tempOvervoltage'),
  feedHas('D126', 'FB_17', QUALITY),
  ...envelope('FB_17', QUALITY, {
    title: 'D127',
    id: 'D128',
    self: 'D129',
    up: 'D130',
    published: 'D131',
    updated: 'D132',
    unique: 'D133',
  }),
  {
    ...payloadHas('D134', 'FB_17', QUALITY, 'summaryInterval', 'duration'),
    requirement: `The summaryInterval of every ${QUALITY} has duration and start.`,
    cure: 'Add <duration> (seconds) and <start> (epoch seconds, UTC) to summaryInterval.',
    look: [`${QUALITY}/summaryInterval/duration`, `${QUALITY}/summaryInterval/start`],
    holds: (entry: EntryFacts) =>
      ['duration', 'start'].every((end) => somePath(entry.contents(QUALITY), ['summaryInterval', end])),
  },
  contained(summaryHas('D103', 'FB_27', 'ratchetDemand'), 'D108'),
  contained(summaryHas('D104', 'FB_27', 'ratchetDemandPeriod'), 'D109'),
  contained(summaryHas('D105', 'FB_27', 'peakDemand'), 'D110'),
  {
    ...summaryHas('D106', 'FB_27', 'currentDayOverallConsumption/powerOfTenMultiplier'),
    flaw: `${MULTIPLIER_ONLY}; D111 asks for the same and more.`,
  },
  {
    ...summaryHas('D107', 'FB_27', 'previousDayOverallConsumption/powerOfTenMultiplier'),
    flaw: `${MULTIPLIER_ONLY}; D112 asks for the same and more.`,
  },
  summaryHas('D108', 'FB_27', 'ratchetDemand/powerOfTenMultiplier', 'ratchetDemand/uom'),
  summaryHas('D109', 'FB_27', 'ratchetDemandPeriod/duration', 'ratchetDemandPeriod/start'),
  summaryHas('D110', 'FB_27', 'peakDemand/powerOfTenMultiplier', 'peakDemand/uom'),
  summaryHas('D111', 'FB_27', 'currentDayOverallConsumption/powerOfTenMultiplier', 'currentDayOverallConsumption/uom'),
  summaryHas(
    'D112',
    'FB_27',
    'previousDayOverallConsumption/powerOfTenMultiplier',
    'previousDayOverallConsumption/uom',
  ),
  summaryHas('D092', 'FB_28', 'billToDate'),
];
