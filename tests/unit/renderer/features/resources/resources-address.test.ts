import { expect, test } from 'vitest';
import { RESOURCES, resourceNamed } from '#shared/resources.ts';
import {
  filledPath,
  parseResourcesSearch,
  resourceGroups,
  shownPath,
} from '../../../../../renderer/features/resources/resources-address.ts';

test('an address keeps what makes sense', () => {
  expect(parseResourcesSearch({ path: ' /Authorization ', authorization: 12, token: 'client', other: 1 })).toEqual({
    path: '/Authorization',
    authorization: '12',
    token: 'client',
  });
  expect(parseResourcesSearch({ path: '', token: 'api' })).toEqual({});
});

test('an href is shown as its path, with its query', () => {
  expect(shownPath('https://a.example/DataCustodian/espi/1_1/resource/Bulk/9?x=1')).toBe('/Bulk/9?x=1');
  expect(shownPath('https://a.example/elsewhere/deep')).toBe('https://a.example/elsewhere/deep');
});

test('a path is filled only when every place has a value', () => {
  const resource = resourceNamed('UsagePoint');
  expect(filledPath(resource, { auth_uid: 'a' })).toBeUndefined();
  expect(filledPath(resource, { auth_uid: 'a', meter_uid: 'm 1' })).toBe('/Subscription/a/UsagePoint/m%201');
});

test('every resource stands in exactly one group', () => {
  const names = resourceGroups().flatMap(({ items }) => items.map(({ value }) => value));
  expect(new Set(names).size).toBe(names.length);
  expect(names).toContain('ReadServiceStatus');
  expect(names).toHaveLength(RESOURCES.length);
});
