import { describe, expect, it } from 'vitest';
import { type Joinable, JoinIndex } from '../../../shared/espi/join.ts';

function entry(name: string, more: Partial<Joinable<string>> = {}): Joinable<string> {
  return { entry: name, document: 1, self: undefined, up: [], related: [], ...more };
}

describe('the parent of an entry', () => {
  it('is found by the strongest rule that says anything', () => {
    const index = new JoinIndex([
      entry('named', { self: 'readingtype/1' }),
      entry('names the list', { self: 'usagepoint/1', related: ['usagepoint/1/meterreading'] }),
    ]);
    const child = entry('child', { up: ['usagepoint/1/meterreading'], related: ['readingtype/1'] });
    expect(index.find(child)).toEqual({ parent: 'named', rule: 'related', ambiguous: false });
    expect(index.find({ ...child, related: [] })).toMatchObject({ parent: 'names the list', rule: 'up' });
    expect(index.find(entry('child', { self: 'usagepoint/1/meterreading' }))).toMatchObject({ rule: 'self' });
  });

  it('is the longest path that contains its own where no link names one', () => {
    const index = new JoinIndex([entry('outer', { self: 'a/1' }), entry('inner', { self: 'a/1/b/2' })]);
    expect(index.find(entry('child', { self: 'a/1/b/2/c/3' }))).toMatchObject({ parent: 'inner', rule: 'path' });
    expect(index.find(entry('child', { self: 'a/1/b/22/c/3' }))).toMatchObject({ parent: 'outer', rule: 'path' });
    expect(index.find(entry('child', { self: 'a/11/c/3', document: 2 }))).toBeUndefined();
  });

  it('is of the same document before the last of any, and tells that it was a choice', () => {
    const index = new JoinIndex([
      entry('first', { self: 'a/1', document: 1 }),
      entry('second', { self: 'a/1', document: 2 }),
      entry('third', { self: 'a/1', document: 3 }),
    ]);
    expect(index.find(entry('child', { related: ['a/1'], document: 2 }))).toEqual({
      parent: 'second',
      rule: 'related',
      ambiguous: false,
    });
    expect(index.find(entry('child', { related: ['a/1'], document: 4 }))).toEqual({
      parent: 'third',
      rule: 'related',
      ambiguous: true,
    });
  });

  it('is the only one of its content or its document, and none where there are two', () => {
    const index = new JoinIndex([entry('one', { content: 5 }), entry('two', { content: 6 })]);
    expect(index.find(entry('child', { content: 6 }))).toMatchObject({ parent: 'two', rule: 'content' });
    expect(index.find(entry('child'))).toBeUndefined();
    expect(index.find(entry('child', { content: 6, document: 2 }))).toBeUndefined();
    const single = new JoinIndex([entry('one')]);
    expect(single.find(entry('child'))).toMatchObject({ parent: 'one', rule: 'only' });
    expect(single.find(entry('child'), false)).toBeUndefined();
  });

  it('is never the entry itself', () => {
    const index = new JoinIndex([entry('me', { self: 'a/1', content: 1 })]);
    expect(index.find(entry('me', { self: 'a/1', related: ['a/1'], content: 1 }))).toBeUndefined();
  });
});
