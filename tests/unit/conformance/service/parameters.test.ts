/** The query parameters of a batch, where the service or the token goes away while they are asked. */
import { describe, expect, it } from 'vitest';
import { askParameters } from '../../../../electron/conformance/service/parameters.ts';
import { answered, filed, held, RESET, runAt } from './run-at.ts';

const block = (day: number) =>
  `<entry><published>2024-01-0${day}T00:00:00Z</published><content><IntervalBlock><interval><start>${day * 86_400}</start></interval></IntervalBlock></content></entry>`;
const BATCH = `<feed xmlns="http://www.w3.org/2005/Atom">${[1, 2, 3].map(block).join('')}</feed>`;
const ROWS = ['QRY001', 'QRY002', 'QRY.updated'];

describe('query parameters', () => {
  it.each([
    ['by no answer', RESET, 'connection reset'],
    ['by 503', answered(503), '503'],
  ])('that are answered %s say nothing', async (_, answer, came) => {
    const run = runAt({ get: async (path) => (path.includes('?') ? answer : answered(200, BATCH)) });
    await askParameters(run);
    for (const id of ROWS) {
      const { passed, failed, cannot } = filed(run, id);
      expect([...passed, ...failed], id).toEqual([]);
      expect(cannot[0], id).toContain(`${came} for `);
    }
    expect(filed(run, 'QRY002').cannot).toHaveLength(11);
  });

  it('are not narrowed by a batch that could not be read, and how many blocks it has is not said', async () => {
    const run = runAt({ get: async () => RESET });
    await askParameters(run);
    for (const id of ['QRY001', 'QRY.updated']) expect(filed(run, id).cannot).toEqual(['no usage batch could be read']);
  });

  it('are judged until the access_token ends, which is no failure of the service', async () => {
    let asked = 0;
    const isStale = () => asked > 4;
    const run = runAt({
      held: async () => ({
        ...(await held()),
        grants: [{ authorization: '7', isStale: isStale(), isOver: false, renewable: false }],
      }),
      get: async (path) => {
        if (!path.includes('?')) return answered(200, BATCH);
        asked += 1;
        return answered(isStale() ? 401 : 400);
      },
    });
    await askParameters(run);
    expect(filed(run, 'QRY002').passed).toHaveLength(4);
    expect(filed(run, 'QRY002').cannot).toHaveLength(7);
    expect(filed(run, 'QRY002').cannot[0]).toBe('401 for updated-min=letters, and the access_token of 7 is at its end');
    for (const id of ROWS) expect(filed(run, id).failed, id).toEqual([]);
    for (const id of ['QRY001', 'QRY.updated']) expect(filed(run, id).cannot.length, id).toBeGreaterThan(0);
  });

  it('that are answered 401 to a token that is good are failures', async () => {
    const run = runAt({ get: async (path) => (path.includes('?') ? answered(401) : answered(200, BATCH)) });
    await askParameters(run);
    expect(filed(run, 'QRY002').failed).toHaveLength(11);
  });
});
