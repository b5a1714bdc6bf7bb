/** Rules of groups in words. Pure. */
import type { GroupCondition, GroupRule } from '#shared/contract/groups.ts';
import { codeLabel } from '#shared/espi/code-lists.ts';
import { unitOf } from '#shared/espi/units.ts';
import { formatQuantity, formatShare } from '../../ui/format.ts';

export type Field = GroupCondition['field'];

export const fieldNames: Readonly<Record<Field, string>> = {
  tag: 'Tag',
  utility: 'Utility',
  tariff: 'Tariff',
  service: 'Service',
  place: 'Address',
  customer: 'Customer',
  coverage: 'Coverage',
  estimated: 'Estimated',
  size: 'Size in a year',
};

/** `Tariff is E-19 or E-20, and coverage below 90 %`. */
export function ruleWords({ match, conditions }: GroupRule): string {
  const words = conditions.map((condition, place) => {
    const text = conditionWords(condition);
    return place === 0 ? text : text.charAt(0).toLowerCase() + text.slice(1);
  });
  return words.join(match === 'all' ? ', and ' : ', or ');
}

function conditionWords(condition: GroupCondition): string {
  const name = fieldNames[condition.field];
  switch (condition.field) {
    case 'service':
      return `${name} ${listed(
        condition.is.map((code) => codeLabel('ServiceKind', code)),
        condition.not,
      )}`;
    case 'tag':
    case 'tariff':
    case 'utility':
      return `${name} ${listed(condition.is, condition.not)}`;
    case 'place':
    case 'customer':
      return `${name} ${condition.not ? 'does not contain' : 'contains'} “${condition.contains}”`;
    case 'coverage':
    case 'estimated':
      return `${name} ${range(condition, formatShare)}`;
    case 'size':
      return `${name} ${range(condition, (size) => `${formatQuantity(size)} ${unitOf(condition.uom).label}`)}`;
  }
}

function listed(names: readonly string[], not: boolean | undefined): string {
  return `${not ? 'is not' : 'is'} ${names.join(not ? ' nor ' : ' or ')}`;
}

function range(
  { atLeast, below }: { atLeast?: number | undefined; below?: number | undefined },
  words: (value: number) => string,
): string {
  if (atLeast !== undefined && below !== undefined) return `from ${words(atLeast)} to below ${words(below)}`;
  return atLeast === undefined ? `below ${words(below ?? 0)}` : `at least ${words(atLeast)}`;
}

/** A condition on a field as it begins, with nothing filled in. @param uom of sizes, the unit that most meters have */
export function emptyCondition(field: Field, uom = 72): GroupCondition {
  switch (field) {
    case 'service':
      return { field, is: [] };
    case 'tag':
    case 'tariff':
    case 'utility':
      return { field, is: [] };
    case 'place':
    case 'customer':
      return { field, contains: '' };
    case 'coverage':
    case 'estimated':
      return { field };
    case 'size':
      return { field, uom };
  }
}

/** True where everything is filled in that the condition needs. */
export function isComplete(condition: GroupCondition): boolean {
  if ('is' in condition) return condition.is.length > 0;
  if ('contains' in condition) return condition.contains.trim() !== '';
  return condition.atLeast !== undefined || condition.below !== undefined;
}
