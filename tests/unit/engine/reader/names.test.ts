import { describe, expect, it } from 'vitest';
import { Names, rootScope, sameBytes, TAG_BLOCK, TAG_ENTRY } from '../../../../electron/engine/reader/names.ts';

const ATOM = 'http://www.w3.org/2005/Atom';
const ESPI = 'http://naesb.org/espi';

function intern(names: Names, text: string) {
  const bytes = Buffer.from(`<${text}>`);
  return names.intern(bytes, 1, bytes.length - 1);
}

describe('names', () => {
  it('are one by their bytes, and know their prefix', () => {
    const names = new Names();
    const one = intern(names, 'espi:IntervalBlock');
    expect(one).toMatchObject({ prefix: 'espi', local: 'IntervalBlock' });
    expect(intern(names, 'espi:IntervalBlock')).toBe(one);
    expect(intern(names, 'IntervalBlock')).not.toBe(one);
    expect(intern(names, ':odd')).toMatchObject({ prefix: '', local: ':odd' });
  });

  it('beyond the bound are read all the same, but not kept', () => {
    const names = new Names();
    for (let index = 0; index < 4096; index += 1) intern(names, `n${index}`);
    const late = intern(names, 'late');
    expect(late).toMatchObject({ id: -1, local: 'late' });
    expect(intern(names, 'late')).not.toBe(late);
    const scope = rootScope().declare('', ATOM);
    expect(scope.resolve(intern(names, 'entry')).tag).toBe(TAG_ENTRY);
    expect(scope.resolve(intern(names, 'title')).tag).not.toBe(TAG_ENTRY);
  });

  it('do not hang on what stands around their bytes', () => {
    const bytes = Buffer.from('xabcx');
    expect(sameBytes(Buffer.from('abc'), bytes, 1, 4)).toBe(true);
    expect(sameBytes(Buffer.from('abc'), bytes, 1, 5)).toBe(false);
    expect(sameBytes(Buffer.from('abd'), bytes, 1, 4)).toBe(false);
  });
});

describe('a scope', () => {
  const names = new Names();

  it('has the innermost declaration of each prefix', () => {
    const outer = rootScope().declare('', ATOM).declare('e', ESPI);
    const inner = outer.declare('', ESPI);
    expect([outer.lookup(''), inner.lookup(''), inner.lookup('e'), inner.lookup('x')]).toEqual([
      ATOM,
      ESPI,
      ESPI,
      undefined,
    ]);
    expect(inner.declarations().get('')).toBe(ESPI);
    expect(inner.lookup('xml')).toBe('http://www.w3.org/XML/1998/namespace');
  });

  it('is the same object for the same declarations, and itself for one that changes nothing', () => {
    const scope = rootScope().declare('', ATOM);
    expect(scope.declare('', ATOM)).toBe(scope);
    expect(scope.declare('e', ESPI)).toBe(scope.declare('e', ESPI));
  });

  it.each([
    [ATOM, 'atom', TAG_ENTRY],
    ['https://www.W3.org/2005/Atom/', 'atom', TAG_ENTRY],
    ['http://purl.org/atom/ns#', 'atom', TAG_ENTRY],
    ['http://naesb.org/espi/customer', 'customer', TAG_ENTRY],
    ['', 'none', TAG_ENTRY],
    ['http://example.org', 'other', 0],
  ])('knows the vocabulary of "%s"', (uri, vocabulary, tag) => {
    const scope = rootScope().declare('', uri);
    expect(scope.resolve(intern(names, 'entry'))).toMatchObject({ vocabulary, tag });
  });

  it('takes a payload in any known vocabulary, and no name that all objects have', () => {
    const scope = rootScope().declare('', ATOM);
    expect(scope.resolve(intern(names, 'IntervalBlock')).tag).toBe(TAG_BLOCK);
    expect(scope.resolve(intern(names, 'constructor')).tag).toBe(0);
  });

  it('tells of a prefix that nobody declared', () => {
    expect(rootScope().resolve(intern(names, 'q:entry'))).toMatchObject({ unbound: true, vocabulary: 'none' });
    expect(rootScope().resolve(intern(names, 'entry')).unbound).toBe(false);
  });
});
