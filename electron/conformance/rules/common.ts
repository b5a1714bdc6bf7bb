/** FB_01: the feed, its usage points and their local time. */
import type { Rule } from '../rule.ts';
import { envelope, feedHas, payloadHas } from './make.ts';

const BLOCK = 'FB_01';

function feedField(id: string, field: string): Rule {
  return {
    id,
    block: BLOCK,
    on: 'feed',
    requirement: `The feed has <${field}>.`,
    cure: `Add <${field}> to the feed, before its entries.`,
    holds: (feed) => feed.fields.has(field),
  };
}

export const COMMON: readonly Rule[] = [
  {
    id: 'D000',
    block: BLOCK,
    on: 'document',
    requirement: 'The document is an Atom feed.',
    cure: 'Make <feed xmlns="http://www.w3.org/2005/Atom"> the root element, with the entries in it.',
    holds: (feed) => feed.isFeed,
  },
  feedField('D001', 'id'),
  feedField('D002', 'title'),
  feedField('D003', 'updated'),
  {
    id: 'D004',
    block: BLOCK,
    on: 'links',
    kind: 'id',
    severity: 'warning',
    requirement: 'Every entry has an <id> that no other entry of the feed has.',
    cure: 'Give every entry a UUID of its own, and keep it for as long as the resource lives.',
    look: ['id'],
    flaw: 'As written it asks for one entry or more with the id, so it finds missing ids only; ids that are there twice pass. A file of the alliance itself repeats an id, so this is told as a warning.',
    holds: ({ self }, links) => self.length > 0 && self.every((id) => links.total('id', [id]) === 1),
    asWritten: ({ self }, links) => links.total('id', self) > 0,
  },
  feedHas('D006', BLOCK, 'UsagePoint'),
  {
    id: 'D007',
    block: BLOCK,
    on: 'links',
    kind: 'UsagePoint',
    requirement: 'A UsagePoint is related to one LocalTimeParameters at most.',
    cure: 'Leave one related link to LocalTimeParameters, whose self link no other entry has.',
    look: ['link:related'],
    flaw: 'As written it asks for exactly one, so a usage point that is related to none fails; the text says "at most one", and D136 asks for one in the feed.',
    holds: ({ related }, links) => links.total('self LocalTimeParameters', related) <= 1,
    asWritten: ({ related }, links) => links.total('self LocalTimeParameters', related) === 1,
  },
  payloadHas('D008', BLOCK, 'UsagePoint', 'ServiceCategory', 'kind'),
  ...envelope(BLOCK, 'UsagePoint', {
    published: 'D009',
    updated: 'D010',
    id: 'D011',
    title: 'D012',
    self: 'D013',
    unique: 'D014',
    up: 'D015',
  }),
  {
    id: 'D016',
    block: BLOCK,
    on: 'links',
    kind: 'UsagePoint',
    requirement:
      'Every UsagePoint is related to its meter readings: one related link equals the up link of a MeterReading.',
    cure: 'Add <link rel="related" href=".../UsagePoint/{id}/MeterReading"/> with the same href as the up link of its MeterReading entries.',
    look: ['link:related'],
    flaw: 'As written any related link will do, one to LocalTimeParameters too.',
    holds: ({ related }, links) => links.total('up MeterReading', related) > 0,
    asWritten: ({ related }) => related.length > 0,
  },
  {
    id: 'D135',
    block: BLOCK,
    on: 'links',
    kind: 'LocalTimeParameters',
    requirement: 'Every LocalTimeParameters belongs to a UsagePoint: a related link of one equals its self link.',
    cure: 'Add <link rel="related"> to the UsagePoint with the href of the self link of its LocalTimeParameters.',
    look: ['link:self'],
    holds: ({ self }, links) => links.total('related UsagePoint', self) > 0,
  },
  feedHas('D136', BLOCK, 'LocalTimeParameters'),
  ...envelope(BLOCK, 'LocalTimeParameters', {
    title: 'D137',
    id: 'D138',
    self: 'D139',
    up: 'D140',
    published: 'D141',
    updated: 'D142',
    unique: 'D143',
  }),
];
