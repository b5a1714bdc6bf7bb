/** FB_99: rows that the book parks in no function block. They are told as hints. */
import type { Rule } from '../rule.ts';
import { readingHas } from './intervals.ts';
import { payloadHas } from './make.ts';

const BLOCK = 'FB_99';

const PARKED: readonly Rule[] = [
  payloadHas('D005', BLOCK, 'UsagePoint', 'status'),
  payloadHas('D017', BLOCK, 'UsagePoint', 'roleFlags'),
  readingHas('D047', BLOCK, 'quality', 'ReadingQuality/quality', '<ReadingQuality> with <quality>'),
  payloadHas('D057', BLOCK, 'ReadingType', 'consumptionTier'),
  payloadHas('D059', BLOCK, 'ReadingType', 'dataQualifier'),
  payloadHas('D060', BLOCK, 'ReadingType', 'defaultQuality'),
  payloadHas('D066', BLOCK, 'ReadingType', 'timeAttribute'),
  payloadHas('D067', BLOCK, 'ReadingType', 'tou'),
];

export const HINTS: readonly Rule[] = PARKED.map((rule) => ({ ...rule, severity: 'hint' }));
