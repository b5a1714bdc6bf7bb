import { describe, expect, it } from 'vitest';
import { type Fetch, fetchAuthorization } from '../../../electron/sync/fetch-authorization.ts';
import { AppError } from '../../../shared/errors.ts';

const failure = (code: string) => new AppError({ code, message: code });
const DATE = 'Wed, 01 Jan 2025 00:00:00 GMT';
const MINUTE = 60_000;
/** When answers come, by the clock of this computer, which is ahead of the service's. */
const HERE = Date.parse(DATE) + 3 * 60 * MINUTE;

/** A list of one usage point, whose own lists a walk asks for next. */
const POINT_LIST = `<feed xmlns="http://www.w3.org/2005/Atom"><entry><link rel="self"
  href="https://u.example/DataCustodian/espi/1_1/resource/Subscription/a1/UsagePoint/m1"/></entry></feed>`;

interface Answer {
  /** None: the header is missing. */
  date: string | undefined;
  body?: string;
  /** Of its newest entry, epoch milliseconds. */
  newestUpdated?: number;
}

/**
 * Fetches from a service whose resources answer, or fail by the given codes (in order, the last one stays).
 * @param answers in the order in which they come; those beyond bring nothing, at DATE
 */
async function fetch(
  codes: Record<string, (string | undefined)[]>,
  more: Partial<Fetch> = {},
  answers: readonly Answer[] = [],
) {
  let answered = 0;
  const asked: string[] = [];
  const client = {
    stream: async (
      name: string,
      _values: object,
      consume: (answer: object) => unknown,
      options?: { filters?: object },
    ) => {
      const filter = Object.keys(options?.filters ?? {}).join();
      asked.push(filter ? `${name}?${filter}` : name);
      const left = codes[name] ?? [];
      const code = left.length > 1 ? left.shift() : left[0];
      if (code) throw failure(code);
      const answer = answers[answered] ?? { date: DATE };
      answered += 1;
      const body = (async function* () {
        yield new TextEncoder().encode(answer.body ?? '<feed/>');
      })();
      return await consume({ headers: { date: answer.date }, answeredAt: HERE, url: name, requestId: 'r', body });
    },
  };
  const session = {
    write: async () => undefined,
    abort: async () => undefined,
    finish: async () => {
      const { body = '', newestUpdated } = answers[answered - 1] ?? {};
      return { readings: 0, entries: body.split('<entry>').length - 1, newestUpdated };
    },
  };
  const input = {
    client,
    authorization: 'a1',
    cursor: undefined,
    full: false,
    job: 'j',
    signal: new AbortController().signal,
    to: {
      engine: { ingest: async () => session },
      workspace: 'w',
      onBytes: () => undefined,
      onStored: () => undefined,
    },
    buildingDeadlineMs: 1,
    now: () => 1_000_000,
    onStep: () => undefined,
    ...more,
  } as unknown as Fetch; // as much of client and engine as is used
  const outcome = await fetchAuthorization(input).catch((error: unknown) => error);
  return { outcome, asked };
}

const cursor = { updatedMin: 1_700_000_000, syncedAt: 1, job: 'before', customersAt: 999_999 };

describe('one authorization', () => {
  it('is fetched whole at first with its customers, later only what is new', async () => {
    const first = await fetch({});
    expect(first.asked).toEqual(['BatchSubscription', 'BatchRetailCustomer']);
    expect(first.outcome).toMatchObject({ cursor: { customersAt: 1_000_000, job: 'j' }, customersError: undefined });
    expect((await fetch({}, { cursor })).asked).toEqual(['BatchSubscription?updated-min']);
    expect((await fetch({}, { cursor, full: true })).asked).toEqual(['BatchSubscription', 'BatchRetailCustomer']);
  });

  it('keeps when the service answered by its own clock, else by that of this computer', async () => {
    const answeredAt = async (date: string | undefined) => (await fetch({}, {}, [{ date }])).outcome;
    expect(await answeredAt(DATE)).toHaveProperty('cursor.answeredAt', Date.parse(DATE));
    expect(await answeredAt(undefined)).toHaveProperty('cursor.answeredAt', HERE);
  });

  it('is asked for whole where the service refuses the filter, and is refused where it refuses that, too', async () => {
    const filtered = await fetch({ BatchSubscription: ['bad_request', undefined] }, { cursor });
    expect(filtered.asked).toEqual(['BatchSubscription?updated-min', 'BatchSubscription']);
    expect(filtered.outcome).toHaveProperty('cursor');
    expect((await fetch({ BatchSubscription: ['bad_request'] })).outcome).toMatchObject({ code: 'bad_request' });
  });

  it.each([
    ['of the service, where an answer has its date', DATE, Date.parse(DATE)],
    ['of this computer, where it has none', undefined, HERE],
  ])('is asked for again from what is settled, whatever is dated ahead of the clock %s', async (_name, date, now) => {
    for (const ahead of [MINUTE, 20 * 60 * MINUTE, 400 * 24 * 60 * MINUTE]) {
      const { outcome } = await fetch({}, { cursor }, [{ date, newestUpdated: now + ahead }]);
      expect(outcome).toHaveProperty('cursor.updatedMin', now - 10 * MINUTE);
    }
  });

  it('is fetched whole once where its cursor is ahead of the service: nobody knows what that hid', async () => {
    const ahead = { ...cursor, updatedMin: Date.parse(DATE) + MINUTE };
    const newestUpdated = Date.parse(DATE) - 60 * MINUTE;
    const { asked, outcome } = await fetch({}, { cursor: ahead }, [{ date: DATE }, { date: DATE, newestUpdated }]);
    expect(asked).toEqual(['BatchSubscription?updated-min', 'BatchSubscription']);
    expect(outcome).toHaveProperty('cursor.updatedMin', newestUpdated);
    // A service that refuses such a filter has sent all of it already.
    const refused = { BatchSubscription: ['bad_request', undefined] };
    const whole = await fetch(refused, { cursor: ahead }, [{ date: DATE, newestUpdated }]);
    expect(whole.asked).toEqual(['BatchSubscription?updated-min', 'BatchSubscription']);
    expect(whole.outcome).toHaveProperty('cursor.updatedMin', newestUpdated);
  });

  it('is walked resource by resource where its batch is not built in time', async () => {
    const { asked, outcome } = await fetch({ BatchSubscription: ['still_building'] });
    expect(asked).toEqual(['BatchSubscription', 'UsagePointList', 'BatchRetailCustomer']);
    expect(outcome).toHaveProperty('cursor');
  });

  describe('that is walked while the service adds to it', () => {
    const began = Date.parse(DATE);
    const later = new Date(began + 45 * MINUTE).toUTCString();
    /** The outcome where the first answer brought an old entry, and one a while later the newest. */
    const walked = async (newestUpdated: number, date: string | undefined) => {
      const { asked, outcome } = await fetch({ BatchSubscription: ['still_building'] }, { cursor }, [
        { date, body: POINT_LIST, newestUpdated: began - 60 * MINUTE },
        { date: later, newestUpdated },
      ]);
      expect(asked.slice(1, 3)).toEqual(['UsagePointList', 'MeterReadingList']);
      return outcome;
    };

    it.each([
      ['minutes after', 4],
      ['half an hour after', 30],
      ['a year after', 400 * 24 * 60],
    ])(
      'asks next for all that came since its first answer, where its newest entry is from %s',
      async (_name, minutes) => {
        const outcome = await walked(began + minutes * MINUTE, DATE);
        expect(outcome).toHaveProperty('cursor.updatedMin', began - 10 * MINUTE);
      },
    );

    it('goes on after its newest entry where that has settled', async () => {
      expect(await walked(began - 30 * MINUTE, DATE)).toHaveProperty('cursor.updatedMin', began - 30 * MINUTE);
    });

    it('asks again for the same where nobody knows when it began', async () => {
      expect(await walked(began, undefined)).toHaveProperty('cursor.updatedMin', cursor.updatedMin);
    });
  });

  it('keeps its usage data where the customers do not come, and says why, unless they are not authorised', async () => {
    const failed = await fetch({ BatchRetailCustomer: ['service_error'] });
    expect(failed.outcome).toMatchObject({ customersError: { code: 'service_error' } });
    expect(failed.outcome).toHaveProperty('cursor.customersAt', undefined);
    const none = await fetch({ BatchRetailCustomer: ['not_found'] });
    expect(none.outcome).toMatchObject({ customersError: undefined, cursor: { customersAt: 1_000_000 } });
  });

  it('ends with what ends the whole job, also among the customers', async () => {
    const { outcome } = await fetch({ BatchRetailCustomer: ['engine_stopped'] });
    expect(outcome).toMatchObject({ code: 'engine_stopped' });
  });
});
