import { expect, test } from 'vitest';
import { RESOURCES, resourceNamed } from '#shared/resources.ts';
import {
  askedAgain,
  filledPath,
  jsonPaths,
  parseResourcesSearch,
  resourceGroups,
  shownJsonPath,
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

test('the JSON API is an address of its own, with no token to choose', () => {
  const search = { api: 'json', path: '/meters?authorizations=7', authorization: '7', token: 'client' };
  expect(parseResourcesSearch(search)).toEqual({ api: 'json', path: '/meters?authorizations=7' });
  expect(parseResourcesSearch({ api: 'other' })).toEqual({});
  expect(shownJsonPath('https://a.example/under/api/v2/meters?after=1')).toBe('/meters?after=1');
  expect(shownJsonPath('/meters')).toBe('/meters');
});

test('a request of the log fills the form, and nothing else is asked with it', () => {
  expect(parseResourcesSearch({ request: ' r1 ', api: 'json', path: '/forms' })).toEqual({ request: 'r1' });
});

test('a line of the request log is asked again as it was asked', () => {
  const base = 'https://a.example/DataCustodian/espi/1_1/resource';
  expect(askedAgain({ url: 'https://a.example/api/v2/forms', tokenClass: 'api' })).toEqual({
    api: 'json',
    path: '/forms',
  });
  expect(askedAgain({ url: `${base}/Authorization`, tokenClass: 'client' })).toEqual({ path: '/Authorization' });
  expect(askedAgain({ url: `${base}/Authorization`, tokenClass: 'registration' })).toEqual({
    path: '/Authorization',
    token: 'registration',
  });
  expect(askedAgain({ url: `${base}/ReadingType/3`, tokenClass: 'access', tokenScope: '7' })).toEqual({
    path: '/ReadingType/3',
    authorization: '7',
  });
});

test('known uids are offered as addresses of the JSON API', () => {
  const paths = jsonPaths({ form: 'f 1', authorizations: ['7'], meters: ['m'] });
  expect(paths).toEqual(
    expect.arrayContaining(['/events', '/forms/f%201', '/authorizations/7', '/meters?authorizations=7', '/meters/m']),
  );
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
