/** The query parameters of a batch, where the service or the token goes away while they are asked. */
import { describe, expect, it } from 'vitest';
import { askParameters } from '../../../../electron/conformance/service/parameters.ts';
import { answered, filed, held, RESET, runAt } from './run-at.ts';

const block = (day: number) =>
  `<entry><published>2024-01-0${day}T00:00:00Z</published><content><IntervalBlock><interval><start>${day * 86_400}</start></interval></IntervalBlock></content></entry>`;
const BATCH = `<feed xmlns="http://www.w3.org/2005/Atom">${[1, 2, 3].map(block).join('')}</feed>`;
const ROWS = ['QRY001', 'QRY002', 'QRY.updated'];

/** A service that filters by `published`, with these entries. */
const filtering = (entries: readonly string[]) => async (path: string) => {
  const query = new URLSearchParams(path.split('?')[1] ?? '');
  if ([...query.values()].some((value) => value === 'letters' || value.includes('T25'))) return answered(400);
  const bound = (name: string, other: number) => Date.parse(query.get(name) ?? '') || other;
  const kept = entries.filter((one) => {
    const at = Date.parse(/<published>([^<]*)</.exec(one)?.[1] ?? '');
    return at >= bound('published-min', 0) && at <= bound('published-max', Infinity) && !query.has('updated-max');
  });
  return answered(200, feedOf(kept));
};
const HEAD =
  '<id>urn:uuid:00000000-0000-5000-8000-000000000001</id><title>t</title><updated>2024-01-09T00:00:00Z</updated>';
const feedOf = (entries: readonly string[]) =>
  `<feed xmlns="http://www.w3.org/2005/Atom">${HEAD}${entries.join('')}</feed>`;
/** An entry that was published on this day of a month, with two blocks of the month before. */
const twoBlocks = (day: number) =>
  `<entry>${HEAD}<published>2024-02-0${day}T00:00:00Z</published><content>${[2 * day - 1, 2 * day]
    .map(
      (one) =>
        `<IntervalBlock xmlns="http://naesb.org/espi"><interval><duration>86400</duration><start>${1_704_067_200 + one * 86_400}</start></interval></IntervalBlock>`,
    )
    .join('')}</content></entry>`;

describe('a service that is right', () => {
  it.each([
    ['two', [1, 2].map(twoBlocks)],
    ['three, two of which were published at one time', [1, 1, 2].map(twoBlocks)],
    ['three, the last two of which were published at one time', [1, 2, 2].map(twoBlocks)],
  ])('passes with several interval blocks in one entry, of which there are %s', async (_, entries) => {
    const run = runAt({ get: filtering(entries) });
    await askParameters(run);
    for (const id of ROWS)
      expect([id, filed(run, id)]).toEqual([id, expect.objectContaining({ failed: [], cannot: [] })]);
    expect(filed(run, 'QRY001').passed).toEqual([
      expect.stringMatching(/of \d interval blocks for published-min in their middle$/),
      expect.stringMatching(/of \d interval blocks for published-max in their middle$/),
    ]);
  });

  it('cannot narrow what was published at one time', async () => {
    const run = runAt({ get: filtering([twoBlocks(1)]) });
    await askParameters(run);
    expect(filed(run, 'QRY001')).toEqual({
      passed: [expect.stringContaining('for published-max')],
      failed: [],
      cannot: [
        '200 with 2 of 2 interval blocks for published-min in their middle, whose entries were published at one time',
      ],
    });
  });
});

describe('query parameters', () => {
  it('that narrow nothing fail, however many interval blocks an entry has', async () => {
    const run = runAt({ get: async () => answered(200, feedOf([1, 2].map(twoBlocks))) });
    await askParameters(run);
    expect(filed(run, 'QRY001').failed).toEqual([
      '200 with 4 of 4 interval blocks for published-min in their middle',
      '200 with 4 of 4 interval blocks for published-max in their middle',
    ]);
  });

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
        grants: [{ authorization: '7', isEndKnown: true, isStale: isStale(), isOver: false, renewable: false }],
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
