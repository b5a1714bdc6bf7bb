import { expect, test } from 'vitest';
import { jsonLinks } from '../../../../../renderer/features/resources/json-entities.ts';

test('a list leads to its objects, to those nested in them, and to its next page', () => {
  const answer = {
    authorizations: [{ uid: '7', meters: { meters: [{ uid: 'm 1', authorization_uid: '7' }], next: 'inner' } }],
    next: 'https://a.example/api/v2/authorizations?after=7',
  };
  const { entities, next } = jsonLinks(JSON.stringify(answer), 'https://a.example/api/v2/authorizations');
  expect(entities).toMatchObject([
    { kind: 'authorization', uid: '7', path: '/authorizations/7' },
    { kind: 'meter', uid: 'm 1', path: '/meters/m%201', authorization: '7' },
  ]);
  expect(next).toBe('https://a.example/api/v2/authorizations?after=7');
});

test('a lone object is what its address says', () => {
  const { entities } = jsonLinks('{"uid":"e1","authorization_uid":"7"}', '/api/v2/events/e1');
  expect(entities).toMatchObject([{ kind: 'event', uid: 'e1', path: '/events/e1', authorization: '7' }]);
});

test.each(['', '[]', 'null', '<html/>', '{"next":null}'])('%j leads nowhere', (text) => {
  expect(jsonLinks(text, '/meters')).toEqual({ entities: [], next: undefined });
});
