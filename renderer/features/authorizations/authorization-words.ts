/** How the states of an authorization are told. */
import type { AuthorizationRow } from '#shared/contract/portfolio.ts';

/** The colour of a status (ESPI AuthorizationStatus: 0 revoked, 1 active, 2 denied); the word stands with it. */
export function statusColor(status: AuthorizationRow['status']): string {
  switch (Number(status.code)) {
    case 1:
      return 'green';
    case 0:
    case 2:
      return 'red';
    default:
      return 'gray';
  }
}

/** When access ends, in words; `now` is epoch ms, `expiresAt` epoch seconds. */
export function expiryWords(expiresAt: number | undefined, now: number): string {
  if (expiresAt === undefined) return '';
  const days = Math.floor((expiresAt * 1000 - now) / 86_400_000);
  if (days < 0) return `expired ${-days - 1 === 0 ? 'today' : `${-days} d ago`}`;
  if (days === 0) return 'today';
  return days < 60 ? `in ${days} days` : new Date(expiresAt * 1000).toISOString().slice(0, 10);
}

/** Function blocks of a scope (`FB=1_3_4_5_...`) with what they allow; other parts as they are. */
export function scopeParts(scope: string): { text: string; meaning: string | undefined }[] {
  return scope.split(/[;\s]+/).flatMap((part) => {
    const [name, value = ''] = part.split('=');
    if (name !== 'FB') return part === '' ? [] : [{ text: part, meaning: partMeanings[name ?? ''] }];
    return value.split('_').map((block) => ({ text: `FB ${block}`, meaning: functionBlocks[block] }));
  });
}

const partMeanings: Record<string, string> = {
  IntervalDuration: 'Length of the intervals, seconds',
  BlockDuration: 'Length of the blocks',
  HistoryLength: 'How far back, seconds',
  SubscriptionFrequency: 'How often new data comes',
  AccountCollection: 'Number of accounts',
  BR: 'Bulk request',
};

/** Function blocks of the Green Button Connect My Data profile (ESPI REQ.21, function block table). */
const functionBlocks: Record<string, string> = {
  '1': 'Common',
  '3': 'Connect My Data (core)',
  '4': 'Interval metering',
  '5': 'Interval electricity metering',
  '6': 'Demand electricity metering',
  '7': 'Net metering',
  '8': 'Forward and reverse metering',
  '9': 'Register values',
  '10': 'Gas',
  '11': 'Water',
  '12': 'Cost of interval data',
  '13': 'Security and privacy classes',
  '14': 'Authorization and authentication',
  '15': 'Usage summary',
  '16': 'Usage summary with cost',
  '17': 'Power quality summary',
  '18': 'Multiple usage points',
  '19': 'Partial update data',
  '27': 'Usage summary with demand and previous day',
  '28': 'Usage summary with costs for the current billing period',
  '29': 'Temperature',
  '31': 'Rate program IDs',
  '32': 'Resource level REST',
  '33': 'Management REST interfaces',
  '34': 'SFTP for bulk',
  '35': 'REST for bulk',
  '36': 'Third party REST (core)',
  '37': 'Query parameters',
  '38': 'On-demand requests',
  '39': 'PUSH model',
  '40': 'Offline authorization',
  '41': 'Manage application information',
  '44': 'Manage authorizations',
  '45': 'Manage UsagePoint subscriptions',
};
