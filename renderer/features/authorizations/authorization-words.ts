/** The states of an authorization in words. */
import type { AuthorizationRow } from '#shared/contract/portfolio.ts';
import { SCOPE_KINDS } from '#shared/espi/scope.ts';
import { formatCounted, formatUtcDay } from '../../ui/format.ts';

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

/**
 * When access ends, in words; `now` is epoch ms. What the service calls active is not called expired, whatever this
 * computer's clock says: then the day speaks for itself.
 */
export function expiryWords(
  { expiresAt, status }: Pick<AuthorizationRow, 'expiresAt' | 'status'>,
  now: number,
): string {
  if (expiresAt === undefined) return '';
  const days = Math.floor((expiresAt * 1000 - now) / 86_400_000);
  const active = Number(status.code) === 1;
  if (days < 0 && !active) return `expired ${-days - 1 === 0 ? 'today' : `${-days} d ago`}`;
  if (days === 0) return 'today';
  return days >= 0 && days < 60 ? `in ${formatCounted(days, 'day')}` : formatUtcDay(expiresAt * 1000);
}

/** What a scope opens, in a few words: `Intervals, bills, customer data`; parts that are not known stay as sent. */
export function scopeWords(scope: string | undefined): string | undefined {
  if (!scope) return undefined;
  const blocks = scopeParts(scope).flatMap(({ text }) => (text.startsWith('FB ') ? [Number(text.slice(3))] : []));
  const words = SCOPE_KINDS.filter((kind) => blocks.some((block) => kind.blocks.includes(block))).map(
    ({ word }) => word,
  );
  if (words.length === 0) return scope;
  const text = words.join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
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

/** Function blocks by number (espi-facts section 6, after the Green Button Alliance's catalogue); others stay numbers. */
const functionBlocks: Record<string, string> = {
  '1': 'Usage data, common',
  '2': 'Download My Data',
  '3': 'Connect My Data',
  '4': 'Interval metering',
  '5': 'Electricity intervals',
  '6': 'Electricity demand',
  '7': 'Net metering',
  '8': 'Forward and reverse',
  '9': 'Register values',
  '10': 'Gas intervals',
  '11': 'Water intervals',
  '12': 'Cost of interval data',
  '13': 'Security and privacy',
  '15': 'Usage summary',
  '16': 'Usage summary with cost',
  '17': 'Power quality summary',
  '27': 'Usage summary with demand and previous day',
  '28': 'Usage summary with cost of the current period',
  '29': 'Temperature intervals',
  '30': 'Common user experience (download)',
  '31': 'Authorization without pre-negotiated scope',
  '34': 'Bulk by SFTP',
  '35': 'Bulk by REST',
  '37': 'Query parameters',
  '39': 'Push (notifications)',
  '40': 'Offline authorization',
  '41': 'Manage application information',
  '44': 'Manage authorizations',
  '51': 'Retail customer, common',
  '52': 'Retail customer, download',
  '53': 'Retail customer, connect',
  '54': 'Customer: basic',
  '55': 'Customer: demographic',
  '56': 'Customer: billing',
  '57': 'Customer: account and agreement',
  '58': 'Customer: service location',
  '59': 'Customer: supplier',
  '60': 'Customer: meter',
  '61': 'Customer: end device',
  '62': 'Customer: program date ids',
  '63': 'Customer: user experience',
  '64': 'Customer: security',
  '65': 'Customer: authorization',
  '66': 'Customer: bulk by SFTP',
  '67': 'Customer: bulk by REST',
  '69': 'Customer: push',
  '70': 'Customer: offline authorization',
};
