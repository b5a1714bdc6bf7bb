import { describe, expect, it } from 'vitest';
import {
  aboutText,
  parseRequestsSearch,
  subjectOf,
} from '../../../../../renderer/features/requests/requests-address.ts';

describe('the address of the request log', () => {
  it('keeps the opened request and what requests were made for', () => {
    expect(parseRequestsSearch({ request: 'r1', about: 'run:7', odd: 1 })).toEqual({ request: 'r1', about: 'run:7' });
  });

  it('leaves out what makes no sense', () => {
    expect(parseRequestsSearch({ request: 7, about: 'meter:7' })).toEqual({});
    expect(parseRequestsSearch({ about: ['run:7'] })).toEqual({});
    for (const about of [undefined, '', 'run', 'run:', `run:${'x'.repeat(201)}`, 'constructor:1'])
      expect(subjectOf(about)).toBeUndefined();
  });

  it.each(['run', 'collection', 'event', 'job'] as const)('leads back to a %s, whatever its id', (kind) => {
    expect(subjectOf(aboutText({ kind, id: 'a:b c' }))).toEqual({ kind, id: 'a:b c' });
  });
});
