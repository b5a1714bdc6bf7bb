/** Which last answer goes on being shown while another question is asked. */
import { describe, expect, it } from 'vitest';
import { previousOf } from '../../../../renderer/api/previous-of.ts';

describe('the last answer', () => {
  const shown = (before: unknown, now: unknown) => previousOf(now)('answer', { queryKey: ['overview.get', before] });

  it('stays while another span, order or search of the same subject is asked', () => {
    const of = { workspace: 'demo', group: 'g1', series: 4 };
    expect(shown({ ...of, from: 1, sort: 'use' }, { ...of, from: 2, search: 'oak' })).toBe('answer');
    expect(shown({ workspace: 'demo', series: [1] }, { workspace: 'demo', series: [1, 2] })).toBe('answer');
  });

  it('stays while totals of another measure are asked: it says itself which measure it is of', () => {
    expect(shown({ workspace: 'demo', measure: '0:72:1' }, { workspace: 'demo', measure: '2:42:1' })).toBe('answer');
  });

  it('goes with a measure where what shows it says that it is of the new one', () => {
    const rows = (measure: string) =>
      previousOf({ workspace: 'demo', measure }, 'measure')('answer', {
        queryKey: ['team.ranking', { workspace: 'demo', measure: '0:72:1' }],
      });
    expect([rows('0:72:1'), rows('2:42:1')]).toEqual(['answer', undefined]);
  });

  it('is never shown in the place of another workspace, group, choice of meters, quantity, series or document', () => {
    const quantity = { service: 0, flow: 1, uom: 72 };
    const of = {
      workspace: 'demo',
      group: 'g1',
      meters: ['a'],
      quantity,
      series: 4,
      document: { source: 'one' },
    };
    const others = {
      workspace: 'other',
      group: undefined,
      meters: ['a', 'b'],
      quantity: { ...quantity, flow: 19 },
      series: 5,
      document: { source: 'two' },
    };
    for (const [name, value] of Object.entries(others))
      expect(shown(of, { ...of, [name]: value }), name).toBeUndefined();
  });

  it('is not there at first', () => {
    expect(previousOf({ workspace: 'demo' })(undefined, undefined)).toBeUndefined();
  });
});
