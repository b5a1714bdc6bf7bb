import { describe, expect, it } from 'vitest';
import { Names, rootScope } from '../../../../electron/engine/reader/names.ts';
import { TreeBuilder } from '../../../../electron/engine/reader/tree.ts';

const names = new Names();
const scope = rootScope().declare('', 'http://naesb.org/espi');
const element = (name: string) => scope.resolve(names.intern(Buffer.from(name), 0, name.length));

describe('the tree of a payload', () => {
  it('nests elements and puts the pieces of a text together, trimmed', () => {
    const tree = new TreeBuilder(() => undefined);
    tree.begin(element('UsagePoint'));
    tree.open(element('kind'));
    tree.text(' 1');
    tree.text('2\n');
    expect(tree.close()).toBeUndefined();
    expect(tree.close()).toEqual({
      namespace: 'http://naesb.org/espi',
      name: 'UsagePoint',
      text: '',
      children: [{ namespace: 'http://naesb.org/espi', name: 'kind', text: '12', children: [] }],
    });
  });

  it('does nothing without a payload, and forgets one that is given up', () => {
    const tree = new TreeBuilder(() => undefined);
    tree.text('x');
    expect(tree.close()).toBeUndefined();
    tree.begin(element('UsagePoint'));
    tree.abandon();
    expect(tree.close()).toBeUndefined();
  });

  it('leaves out what is beyond any resource, and says so', () => {
    const codes: string[] = [];
    const tree = new TreeBuilder((code) => codes.push(code));
    tree.begin(element('UsagePoint'));
    for (let index = 0; index < 100_000; index += 1) {
      tree.open(element('kind'));
      tree.close();
    }
    expect(codes).toEqual(['payload_too_large']);
    expect(tree.close()?.children).toHaveLength(99_999);
  });
});
