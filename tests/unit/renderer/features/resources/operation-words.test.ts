import { describe, expect, it } from 'vitest';
import { JSON_OPERATIONS, matchOperation } from '#shared/json-operations.ts';
import { doubtsAbout, membersOf, templateOf } from '../../../../../renderer/features/resources/operation-words.ts';

const named = (name: string) => {
  const found = JSON_OPERATIONS.find((one) => one.name === name);
  if (!found) throw new Error(name);
  return found;
};

describe('the operation of an address', () => {
  it.each([
    ['POST', '/forms/f%201/test-submit', 'test_submit', '/authorizations?is_test=true&forms=f%201'],
    ['POST', 'forms/f/test-submit?x=1', 'test_submit', '/authorizations?is_test=true&forms=f'],
    ['POST', '/meters/historical-collection', 'historical_collection', '/events'],
    ['POST', '/meters/x/../historical-collection', 'historical_collection', '/events'],
    ['POST', '/forms', 'new_form', '/forms'],
    ['PATCH', '/events/e1', 'delivery_status', '/events/e1'],
  ])('%s %s is %s', (method, path, name, shownBy) => {
    expect(matchOperation(method, path)).toMatchObject({ operation: { name }, shownBy });
  });

  it.each([
    ['GET', '/forms'],
    ['PATCH', '/forms/f/test-submit'],
    ['POST', '/events/e1'],
    ['POST', '/forms/f/test-submit/'],
    ['POST', '/forms//test-submit'],
    ['POST', '/meters'],
    ['POST', 'https://elsewhere.example/forms'],
  ])('%s %s is none that is known', (method, path) => {
    expect(matchOperation(method, path)).toBeUndefined();
  });
});

describe('a body', () => {
  it('to begin with is one that nothing speaks against, where enough is known', () => {
    const known = { form: 'f 1', utility: 'DEMO', meters: ['m1', 'm2'] };
    for (const operation of JSON_OPERATIONS) {
      const { path, body } = templateOf(operation, known);
      expect(doubtsAbout(operation, body), operation.name).toEqual([]);
      if (operation.name !== 'delivery_status')
        expect(matchOperation(operation.method, path)?.operation).toBe(operation);
    }
    expect(templateOf(named('test_submit'), known).path).toBe('/forms/f%201/test-submit');
  });

  it('to begin with leaves open what is not known', () => {
    const unknown = { form: undefined, utility: undefined, meters: [] };
    const submission = templateOf(named('test_submit'), unknown);
    expect(submission.path).toContain('{form_uid}');
    expect(doubtsAbout(named('test_submit'), submission.body)).toEqual(['utility is not text, or is empty']);
    const collection = templateOf(named('historical_collection'), unknown);
    expect(doubtsAbout(named('historical_collection'), collection.body)).toEqual(['meters is not a list of uids']);
  });

  it.each([
    ['test_submit', '{}', ['utility is missing', 'scenario is missing']],
    ['test_submit', '[]', ['the body is not a JSON object']],
    ['test_submit', '', ['the body is not a JSON object']],
    ['test_submit', '{"utility":"DEMO","scenario":7}', ['scenario is not text, or is empty']],
    ['historical_collection', '{"collection_duration":12}', ['meters is missing']],
    ['historical_collection', '{"meters":[]}', ['meters is not a list of uids']],
    ['historical_collection', '{"meters":["m",1]}', ['meters is not a list of uids']],
    [
      'historical_collection',
      '{"meters":["m"],"collection_duration":37}',
      ['collection_duration is not a whole number from 1 to 36'],
    ],
    ['historical_collection', '{"meters":["m"]}', []],
    ['delivery_status', '{"is_delivered":"yes"}', ['is_delivered is neither true nor false']],
    ['new_form', '{}', []],
  ])('of %s: %s', (name, body, doubts) => {
    expect(doubtsAbout(named(name), body)).toEqual(doubts);
  });

  it('gives the members that can be used, each meter once', () => {
    expect(membersOf('{"meters":["m","m",3,"n"],"collection_duration":0,"is_delivered":false}')).toEqual({
      utility: undefined,
      scenario: undefined,
      meters: ['m', 'n'],
      months: undefined,
      isDelivered: false,
    });
    expect(membersOf('no').meters).toEqual([]);
  });
});
