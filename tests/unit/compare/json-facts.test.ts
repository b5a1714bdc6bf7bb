import { describe, expect, it } from 'vitest';
import { jsonFacts } from '../../../electron/compare/json-facts.ts';

const facts = (value: unknown) => jsonFacts(JSON.stringify(value));

describe('the facts of a JSON answer', () => {
  it('are none of what is no object and no list', () => {
    for (const text of ['', '{', '7', '"text"', 'null']) expect(jsonFacts(text), text).toBeUndefined();
  });

  it('are objects with a uid or an address, wherever they stand, and what surrounds them', () => {
    const answer = {
      next: null,
      meters: [{ uid: 1, bill_count: 2 }],
      form: { href: 'https://a.test/api/v2/forms/5?x=1' },
      paging: { first: { uid: 'inner' }, size: 3 },
    };
    expect(facts(answer)?.entities).toEqual([
      { kind: 'answer', key: '', members: { next: ['null'], 'paging.size': ['3'] } },
      { kind: 'meters', key: '1', members: { uid: ['1'], bill_count: ['2'] } },
      { kind: 'form', key: '/forms/5?x=1', members: { href: ['"/forms/5?x=1"'] } },
      { kind: 'first', key: 'inner', members: { uid: ['"inner"'] } },
    ]);
  });

  it('tell 1 from "1", an empty list from none, and leave out when something was written', () => {
    const [members] = facts({ a: 1, b: '1', c: [], updated: 'today' })?.entities.map((one) => one.members) ?? [];
    expect(members).toEqual({ a: ['1'], b: ['"1"'], c: [] });
  });

  it('take the order of members and lists for nothing, that of a pair for something', () => {
    expect(facts({ list: [{ a: 1, b: 2 }, 3] })).toEqual(facts({ list: [3, { b: 2, a: 1 }] }));
    expect(facts({ list: [[1, 2]] })).not.toEqual(facts({ list: [[2, 1]] }));
  });

  it('have a page’s address without its host', () => {
    const of = (host: string) => facts({ next: `${host}/api/v2/meters?after=1` });
    expect(of('https://a.test')).toEqual(of('http://127.0.0.1:9'));
  });
});
