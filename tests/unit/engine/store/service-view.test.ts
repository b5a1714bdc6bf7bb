import { describe, expect, it } from 'vitest';
import { serviceView } from '../../../../electron/engine/store/service-view.ts';

describe('a record of the JSON API', () => {
  it('is shown in the contract’s terms, times as epoch milliseconds', () => {
    const record = {
      uid: '1',
      utility: 'DEMO',
      status: 'pending',
      status_message: 'found bill 4 of 13',
      status_ts: '2026-02-04T10:00:00.123456+00:00',
      referrals: ['abc'],
      notes: [{ type: 'retrying', msg: 'Again soon.', ts: '2026-02-04T09:00:00Z', eta: '2026-02-04T11:00:00Z' }],
    };
    expect(serviceView(JSON.stringify(record))).toEqual({
      utility: 'DEMO',
      status: 'pending',
      message: 'found bill 4 of 13',
      statusAt: Date.UTC(2026, 1, 4, 10, 0, 0, 123),
      nickname: undefined,
      referrals: ['abc'],
      notes: [
        {
          type: 'retrying',
          message: 'Again soon.',
          at: Date.UTC(2026, 1, 4, 9),
          eta: Date.UTC(2026, 1, 4, 11),
        },
      ],
    });
  });

  it('loses a member of a wrong type, and nothing else', () => {
    const record = { utility: 7, status: 'updated', referrals: 'abc', notes: [{ type: 1, msg: 'Kept.', ts: 'soon' }] };
    expect(serviceView(JSON.stringify(record))).toMatchObject({
      utility: undefined,
      status: 'updated',
      referrals: [],
      notes: [{ type: 'note', message: 'Kept.', at: undefined }],
    });
  });

  it('is not there before the service was asked', () => {
    expect(serviceView(null)).toBeUndefined();
  });
});
