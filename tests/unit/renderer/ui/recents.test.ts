import { describe, expect, it } from 'vitest';
import { parseRecents, type Recent, withRecent } from '../../../../renderer/ui/recents.ts';

const meter = (id: string): Recent => ({ kind: 'meter', id });

describe('what was opened last', () => {
  it('comes first, and once', () => {
    const list = withRecent([meter('a'), meter('b')], meter('b'));
    expect(list).toEqual([meter('b'), meter('a')]);
    expect(withRecent(list, { kind: 'authorization', id: 'a' })).toHaveLength(3);
  });

  it('is a short list', () => {
    const list = Array.from({ length: 20 }, (_, index) => meter(String(index))).reduce<Recent[]>(withRecent, []);
    expect(list.map(({ id }) => id)).toEqual(['19', '18', '17', '16', '15', '14', '13', '12']);
  });

  it('comes back as it was written, without what makes no sense', () => {
    expect(parseRecents(JSON.stringify([meter('a'), { kind: 'x', id: 'b' }, null, { kind: 'meter' }]))).toEqual([
      meter('a'),
    ]);
    expect([parseRecents(undefined), parseRecents('{'), parseRecents('{}')]).toEqual([[], [], []]);
  });
});
