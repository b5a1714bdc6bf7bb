import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IngestSource } from '../../electron/engine/calls/ingest.ts';
import type { EngineOutput } from '../../electron/engine/protocol.ts';
import { batchFeed, DAY, START } from '../fixtures/batch-feed.ts';
import { billFeed } from '../fixtures/bill-feed.ts';
import { customerFeed } from '../fixtures/customer-feed.ts';
import { periodFeed, periods } from '../fixtures/period-feed.ts';
import { POSTGRES_BIN, type PostgresServer, startPostgres } from '../fixtures/postgres-server.ts';
import { openTestStore, type TestStore } from '../unit/engine/store/store-harness.ts';

const ABOUT = { program: 'Meterscope', version: '1.2.3', workspace: 'Small' };
const kind = (flow: number, commodity: number, uom: number, power: number) =>
  `<accumulationBehaviour>4</accumulationBehaviour><commodity>${commodity}</commodity><flowDirection>${flow}</flowDirection><intervalLength>900</intervalLength><kind>12</kind><powerOfTenMultiplier>${power}</powerOfTenMultiplier><uom>${uom}</uom>`;
/** Solar power that is given to the grid, and therms of gas by quarter hours. */
const SOLAR = kind(19, 1, 72, 0);
const THERMS = kind(1, 7, 169, -2);
const UNITS: Readonly<Record<string, number>> = { kWh: 72, therm: 169, m3: 42 };
const ESTIMATED = '<ReadingQuality><quality>8</quality></ReadingQuality>';
/** 2023-10 to 2025-01, months by number. */
const MONTHS = { first: 2023 * 12 + 9, count: 16 };

describe.runIf(POSTGRES_BIN !== undefined)(
  "what a team's server answers (left out where PostgreSQL is not installed)",
  () => {
    let servers: PostgresServer[];
    let server: PostgresServer;
    let publisher: TestStore;
    let reader: TestStore;
    let address: string;

    beforeAll(async () => {
      servers = await Promise.all([startPostgres(), startPostgres()]);
      [server] = servers as [PostgresServer];
      [publisher, reader] = [await openTestStore(), await openTestStore()];
      const other = (feed: string, type: number) => feed.replaceAll('ReadingType/7', `ReadingType/${type}`);
      // Across both changes of the clocks and 53 weeks and more, with holes of hours and days, and with estimates.
      await publisher.batch({
        days: 400,
        meter: '2001',
        start: START - 20 * DAY,
        value: (index) => (index % 700 < 20 || (index > 3000 && index < 3300) ? undefined : 100 + (index % 96)),
        extra: (index) => (index % 11 === 0 ? ESTIMATED : ''),
      });
      // Without a gap; it begins and ends within months, and is a tenth more in its second year.
      await publisher.batch({ days: 420, meter: '2002', value: (index) => (index < 364 * 96 ? 200 : 220) });
      await publisher.ingest(
        other(batchFeed({ days: 90, meter: '2003', readingType: SOLAR, value: (i) => 50 + (i % 7) }), 8),
      );
      await publisher.ingest(
        other(
          batchFeed({ days: 45, meter: '2004', readingType: THERMS, extra: (i) => (i % 5 === 0 ? ESTIMATED : '') }),
          9,
        ),
      );
      const bill = (start: number, value: number) => ({
        start,
        total: value * 1000,
        lines: [],
        consumption: { uom: 42, value },
      });
      // A reading a day, with holes: how much of a month is covered cannot be told from their number alone where days are not equal.
      await publisher.ingest(
        billFeed([bill(START, 31_000), bill(START + 30 * DAY, 44_000)], {
          meter: '2005',
          readings: { missing: [4, 5, 33] },
        }),
      );
      // A reading for each period of some weeks.
      await publisher.ingest(
        periodFeed({
          readings: periods(START, [30, 31, 29], (i) => 40 + i),
          each: 'meterReading',
          point: 'Subscription/1002/UsagePoint/3001',
        }),
      );
      // Its own time is that of no zone that has a name.
      const unnamed = other(batchFeed({ days: 50, meter: '2006', readingType: SOLAR, value: () => 10 }), 8);
      await publisher.ingest(
        unnamed
          .replaceAll('LocalTimeParameters/1', 'LocalTimeParameters/9')
          .replace('<tzOffset>-28800<', '<tzOffset>-27000<'),
      );
      await publisher.call('usagePoints.setZone', { id: '1001~2002', zone: 'Asia/Tokyo' });
      await publisher.call('publish.run', { to: server.url, about: ABOUT, prepare: true });
      // Every other month lies on another server.
      await server.query('DELETE FROM meterscope.published; TRUNCATE meterscope.readings');
      for (const row of await server.query("SELECT relname FROM pg_class WHERE relname ~ '^readings_[0-9]{6}$'")) {
        await server.query(`DROP TABLE meterscope.${row.relname}`);
      }
      await server.query(
        `CREATE EXTENSION postgres_fdw; CREATE EXTENSION dblink;
       CREATE SERVER one FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '127.0.0.1', port '${servers[1]?.port}', dbname 'postgres', use_remote_estimate 'true');
       CREATE USER MAPPING FOR PUBLIC SERVER one OPTIONS (user 'owner', password '${servers[1]?.password}');
       INSERT INTO meterscope.servers VALUES ('one')`,
      );
      await publisher.call('publish.run', { to: server.url, about: ABOUT });
      await server.query("CREATE ROLE bob LOGIN PASSWORD 'b' IN ROLE meterscope_reader");
      address = `postgres://bob:b@127.0.0.1:${server.port}/postgres`;
    });
    afterAll(async () => {
      await publisher?.dispose();
      await reader?.dispose();
      for (const one of servers ?? []) await one.dispose();
    });

    const ask = async (sql: string) => (await publisher.call('query.run', { sql, limit: 100_000 })).rows;
    const close = (value: number | undefined | null, expected: number) =>
      expect(value ?? Number.NaN).toBeCloseTo(expected, 6);

    it('lists meters: searched, ordered, narrowed down and counted', async () => {
      const page = await reader.call('team.meters', {
        address,
        limit: 2,
        offset: 1,
        sort: { column: 'readings', descending: true },
      });
      const rows = await ask(
        'SELECT usage_point, readings, epoch(first_utc), epoch(last_utc) FROM meters ORDER BY readings DESC',
      );
      expect(page).toMatchObject({ matching: 7, total: 7 });
      expect(page.rows.map((row) => [row.id, row.readings, row.firstReading, row.lastReading])).toEqual(
        rows.slice(1, 3),
      );
      const gas = await reader.call('team.meters', { address, filters: { service: ['gas'] } });
      expect(gas.rows.map(({ id }) => id)).toEqual(
        (await ask("SELECT usage_point FROM meters WHERE service = 'gas' ORDER BY coalesce(meter_number, uid)")).flat(),
      );
      expect(gas).toMatchObject({ matching: gas.rows.length, total: 7 });
      expect(gas.rows[0]).toMatchObject({ publisher: 'Small', publishedAt: expect.any(Number) });
      expect((await reader.call('team.meters', { address, search: '2001' })).rows.map(({ id }) => id)).toEqual([
        '1001~2001',
      ]);
      expect(await reader.call('team.meters', { address, search: "x' OR true --" })).toMatchObject({
        rows: [],
        matching: 0,
        total: 7,
      });
      for (const row of (await reader.call('team.meters', { address })).rows) {
        const [own] = await ask(`SELECT coverage FROM coverage WHERE usage_point = '${row.id}' ORDER BY readings DESC`);
        close(row.coverage, Number(own?.[0]));
      }
      const { choices, meters } = await reader.call('team.summary', { address });
      expect(meters).toBe(7);
      expect(choices.service).toEqual(
        (await ask('SELECT service, count(*) FROM meters GROUP BY 1 ORDER BY 2 DESC, 1')).map(([value, count]) => ({
          value,
          count,
        })),
      );
    });

    it('says which meters are here, and of which the server has something newer', async () => {
      const state = async (id: string) => (await reader.call('team.meters', { address, ids: [id] })).rows[0];
      expect(await state('1001~2004')).not.toHaveProperty('state');
      const { usagePoint } = await reader.call('pull.meter', { from: address, meter: '1001~2004' });
      expect(await state('1001~2004')).toMatchObject({ state: 'here', here: usagePoint });
      expect(await reader.call('team.here', { address, meter: '1001~2004' })).toBe(usagePoint);
      await server.query(
        "UPDATE meterscope.published SET digest = 'other' WHERE kind = 'meters' AND grp = '1001~2004'",
      );
      expect(await state('1001~2004')).toMatchObject({ state: 'newer' });
      const newer = await reader.call('team.meters', { address, filters: { state: ['newer'] } });
      expect(newer.rows.map(({ id }) => id)).toEqual(['1001~2004']);
      expect((await reader.call('team.meters', { address, filters: { state: [null] } })).matching).toBe(6);
    });

    it('never takes a meter of the workspace itself: it is its own', async () => {
      const { rows } = await publisher.call('team.meters', { address });
      expect(rows.map(({ here, state }) => [here, state])).toEqual(rows.map(({ id }) => [id, 'own']));
      const own = await publisher.call('team.meters', { address, filters: { state: ['own'] } });
      expect(own).toMatchObject({ matching: 7, total: 7 });
      expect(await publisher.call('team.here', { address, meter: '1001~2004' })).toBe('1001~2004');
    });

    it('adds up nothing unlike, and says what is covered and estimated as the publisher does', async () => {
      const there = await reader.call('team.totals', { address, ...MONTHS });
      const own = await publisher.call('overview.get', MONTHS);
      expect(there.measures.length).toBeGreaterThan(3);
      expect(new Set(there.measures.map(({ key }) => key)).size).toBe(there.measures.length);
      const keyThere = ({ service, label, unit }: { service?: string | undefined; label: string; unit: string }) =>
        `${service === 'gas' ? 1 : 0}:${UNITS[unit]}:${label.endsWith('received') ? 19 : 1}`;
      expect(there.measures.map((one) => [keyThere(one), one.of]).sort()).toEqual(
        own.measures
          .filter(({ unit }) => unit !== undefined)
          .map(({ key, of }) => [key, of])
          .sort(),
      );
      let compared = 0;
      for (const measure of there.measures) {
        const [of, by] = await Promise.all([
          reader.call('team.totals', { address, ...MONTHS, measure: measure.key }),
          publisher.call('overview.get', { ...MONTHS, measure: keyThere(measure) }),
        ]);
        for (const [place, month] of of.months.entries()) {
          const ownMonth = by.months[place];
          expect(month.meters).toBeLessThanOrEqual(month.of);
          // A reading much longer than a month is in no total of it here, and is counted.
          if (month.unknown > 0) continue;
          if (month.meters > 0) close(month.total, ownMonth?.total ?? Number.NaN);
          if (month.unplaced > 0 || month.meters === 0) continue;
          close(month.coverage, ownMonth?.coverage ?? Number.NaN);
          expect(Math.abs(month.estimated - (ownMonth?.estimated ?? 1))).toBeLessThan(1e-6);
          compared += 1;
        }
      }
      expect(compared).toBeGreaterThan(20);
    });

    it('totals are those of a plain sum of readings, by tariff too', async () => {
      const { measures } = await reader.call('team.totals', { address, ...MONTHS });
      const electricity = measures.find(({ label, unit }) => label === 'Electricity delivered' && unit === 'kWh');
      const { months, tariffs } = await reader.call('team.totals', { address, ...MONTHS, measure: electricity?.key });
      const rows = await ask(
        `SELECT (year(start_local) * 12 + month(start_local) - 1)::INTEGER, sum(value) FROM readings WHERE usage_point IN ('1001~2001', '1001~2002') GROUP BY 1`,
      );
      const sums = new Map(rows.map(([month, sum]) => [Number(month), Number(sum)]));
      for (const { month, total } of months) close(total ?? 0, sums.get(month) ?? 0);
      close(
        tariffs.reduce((sum, { total = 0 }) => sum + total, 0),
        [...sums.values()].reduce((sum, one) => sum + one, 0),
      );
      const none = await reader.call('team.totals', {
        address,
        ...MONTHS,
        measure: electricity?.key,
        tariff: 'no such',
      });
      expect(none.months.every(({ of, total }) => of === 0 && total === undefined)).toBe(true);
    });

    it('covers by month what the publisher covers, or says that it does not know', async () => {
      const meters = (await ask('SELECT usage_point FROM meters')).flat().map(String);
      const there = await reader.call('team.shares', { address, meters, ...MONTHS });
      const own = await publisher.call('coverage.meters', { usagePoints: meters, ...MONTHS });
      for (const shares of there) {
        const twin = own.find(({ usagePoint }) => usagePoint === shares.usagePoint);
        for (const part of ['there', 'missing', 'estimated'] as const) {
          for (const [place, share] of shares[part].entries()) {
            expect(share, `${shares.usagePoint} ${part} ${place}`).toBeCloseTo(
              twin?.[part][place] ?? Number.NaN,
              part === 'estimated' ? 3 : 6,
            );
          }
        }
      }
      const all = await reader.call('team.coverage', { address, ...MONTHS });
      expect(Math.max(...all.coverage)).toBeLessThanOrEqual(1);
      expect(there.map(({ usagePoint }) => usagePoint)).not.toContain('1001~2006');
      expect(all.meters).toBe(meters.length);
      // Days that are not equally long, with holes.
      expect(all.unplaced).toBe(meters.length - there.length);
      const shareOf = (list: EngineOutput<'team.shares'>, place: number) =>
        list.filter(({ there: has, missing }) => (has[place] ?? 0) + (missing[place] ?? 0) > 0).length;
      for (let place = 0; place < MONTHS.count; place += 1) {
        const counted = [all.full, all.estimated, all.partial, all.missing].reduce(
          (sum, one) => sum + (one[place] ?? 0),
          0,
        );
        expect(counted).toBe(shareOf(there, place));
      }
    });

    it('ranks as the publisher does', async () => {
      const { measures } = await reader.call('team.totals', { address, ...MONTHS });
      const measure =
        measures.find(({ label, unit }) => label === 'Electricity delivered' && unit === 'kWh')?.key ?? '';
      const [quantity] = await publisher.call('ranking.quantities', {});
      if (quantity === undefined) throw new Error('nothing to rank');
      const { service, flow, uom } = quantity;
      for (const period of [
        { from: '2023-11-20', until: '2023-12-19' },
        { from: '2024-11-01', until: '2024-11-21' },
        { from: '2024-03-04', until: '2024-03-17' },
      ]) {
        for (const by of ['amount', 'peak', 'missing', 'estimated', 'lastYear'] as const) {
          const there = await reader.call('team.ranking', { address, measure, ...period, by, descending: true });
          const own = await publisher.call('ranking.list', {
            quantity: { service, flow, uom },
            ...period,
            by,
            descending: true,
          });
          expect(there).toMatchObject({
            total: own.total,
            unknown: own.unknown,
            days: own.days,
            lastYearFrom: own.lastYearFrom,
          });
          expect(there.rows.map(({ id, place }) => [place, id])).toEqual(own.rows.map(({ id, place }) => [place, id]));
          for (const [place, row] of there.rows.entries()) {
            const twin = own.rows[place];
            for (const figure of ['amount', 'peak', 'missing', 'estimated', 'lastYear'] as const) {
              const value = twin?.[figure];
              if (value === undefined) expect(row[figure], `${row.id} ${figure}`).toBeUndefined();
              else
                expect(row[figure], `${row.id} ${figure} ${period.from}`).toBeCloseTo(
                  value,
                  figure === 'estimated' ? 3 : 6,
                );
            }
            expect(row.lastYearDays).toBe(twin?.lastYearDays);
          }
        }
      }
    });

    const request = { kind: 'request', label: 'x', requestId: 'r' } as const;
    /** Opens a workspace beside that of the publisher, and reads documents into it. */
    const fill = async (workspace: string, sources: readonly (readonly [IngestSource, string])[]) => {
      const { engine, folder } = publisher;
      const rawFolder = path.join(folder, workspace);
      await engine.call('store.open', { workspace, file: ':memory:', rawFolder, zone: 'America/Los_Angeles' });
      for (const [source, feed] of sources) {
        const { session } = await engine.call('ingest.begin', { workspace, source });
        await engine.call('ingest.chunk', { session, bytes: new TextEncoder().encode(feed) });
        await engine.call('ingest.finish', { session });
      }
    };

    it('covers nothing with readings that have no value, and says where it cannot tell them apart', async () => {
      await server.query('CREATE DATABASE valueless');
      const to = server.url.replace(/postgres$/, 'valueless');
      const { engine } = publisher;
      const workspace = 'valueless';
      // The whole of December and of January by the meters' own clock.
      const months = { first: 2023 * 12 + 11, count: 2 };
      const meter = (id: string, value: (index: number) => number | undefined) =>
        [
          request,
          batchFeed({ meter: id, start: 1_701_417_600, days: 62, value }).replaceAll('<value>-1</value>', ''),
        ] as const;
      const january = 31 * 96;
      await fill(workspace, [
        meter('2001', (index) => (index < january ? 100 : -1)),
        meter('2002', (index) => (index >= 200 && index < 250 ? undefined : 90)),
      ]);
      await engine.call('publish.run', { workspace, to, about: ABOUT, prepare: true });
      const shares = async () =>
        await reader.call('team.shares', { address: to, meters: [id(1), id(2), id(3)], ...months });
      const id = (number: number) => `1001~200${number}`;
      const usagePoints = [id(1), id(2)];
      const own = await engine.call('coverage.meters', { workspace, usagePoints, ...months });
      expect(own.find(({ usagePoint }) => usagePoint === id(1))).toMatchObject({ there: [1, 0], missing: [0, 1] });
      const byMeter = (all: EngineOutput<'team.shares'>) =>
        new Map(
          all.map(({ usagePoint, there, missing }) => [
            usagePoint,
            [...there, ...missing].map((one) => one.toFixed(9)),
          ]),
        );
      expect(byMeter(await shares())).toEqual(byMeter(own));
      const { coverage, ...counts } = await engine.call('coverage.portfolio', { workspace, ...months });
      expect(counts).toMatchObject({ full: [1, 1], partial: [1, 0], missing: [0, 1] });
      const all = await reader.call('team.coverage', { address: to, ...months });
      expect(all).toMatchObject({ ...counts, meters: 2, unplaced: 0 });
      for (const [place, share] of all.coverage.entries()) close(share, coverage[place] ?? Number.NaN);
      const overview = await engine.call('overview.get', { workspace, ...months });
      const totals = await reader.call('team.totals', { address: to, ...months });
      expect(totals.months.map(({ meters, unknown, unplaced }) => [meters, unknown, unplaced])).toEqual(
        overview.months.map(({ meters }) => [meters, 0, 0]),
      );
      for (const [place, month] of totals.months.entries()) {
        close(month.total, overview.months[place]?.total ?? Number.NaN);
        close(month.coverage, overview.months[place]?.coverage ?? Number.NaN);
      }
      const measure = totals.measure?.key ?? '';
      const period = { from: '2024-01-08', until: '2024-01-21', by: 'missing', descending: true } as const;
      const [quantity] = await engine.call('ranking.quantities', { workspace });
      if (quantity === undefined) throw new Error('nothing to rank');
      const ownRanking = await engine.call('ranking.list', { workspace, quantity, ...period });
      const missingOf = (rows: readonly { id: string; missing?: number | undefined }[]) =>
        rows.map((row) => [row.id, row.missing]);
      expect(missingOf((await reader.call('team.ranking', { address: to, measure, ...period })).rows)).toEqual(
        missingOf(ownRanking.rows),
      );

      // Where values end within a month, what is covered of any of its months is not known from their number.
      await fill('ended', [meter('2003', (index) => (index < january + 900 ? 100 : -1))]);
      await engine.call('publish.run', { workspace: 'ended', to, about: ABOUT });
      expect((await shares()).map(({ usagePoint }) => usagePoint).sort()).toEqual(usagePoints);
      expect(await reader.call('team.coverage', { address: to, ...months })).toMatchObject({
        ...counts,
        meters: 3,
        unplaced: 1,
      });
      const partly = await reader.call('team.totals', { address: to, ...months });
      expect(partly.months.map(({ meters, unknown, unplaced }) => [meters, unknown, unplaced])).toEqual([
        [3, 0, 1],
        [2, 0, 1],
      ]);
      const left = await reader.call('team.ranking', { address: to, measure, ...period });
      expect(left).toMatchObject({ total: 3, unknown: 1 });
    });

    it('counts a meter once that two workspaces have under two authorizations, as one workspace with both would', async () => {
      await server.query('CREATE DATABASE twins');
      const to = server.url.replace(/postgres$/, 'twins');
      const { engine } = publisher;
      const batch = (authorization: string, meter: string, days: number) =>
        [request, batchFeed({ authorization, meter, days })] as const;
      const lives = (authorization: string, meter: string) =>
        [request, customerFeed({ authorization, meter, street: 'Elm', serial: 'M-1' })] as const;
      // 2001 is known by its uid, 3001 and 3002 by their place; what a file has is nobody's twin.
      const one = [batch('1001', '2001', 9), batch('1001', '3001', 4), lives('1001', '3001'), batch('1001', '4001', 3)];
      const file = [
        { kind: 'file', label: 'f', identity: 'f' },
        batchFeed({ authorization: '1003', meter: '2001', days: 2 }),
      ] as const;
      const two = [batch('1002', '2001', 5), batch('1002', '3002', 8), lives('1002', '3002'), file];
      await fill('one', one);
      await fill('two', two);
      await fill('both', [...one, ...two]);
      for (const workspace of ['one', 'two']) {
        await engine.call('publish.run', { workspace, to, about: ABOUT, prepare: true });
      }
      const span = { first: 2023 * 12 + 10, count: 1 };
      const own = await engine.call('overview.get', { workspace: 'both', ...span });
      const there = await reader.call('team.totals', { address: to, ...span });
      expect(own.measure).toMatchObject({ of: 4 });
      expect(there.measure).toMatchObject({ of: 4, meters: 4, total: own.measure?.total });
      const read = `SELECT sum(value), count(*) FROM readings WHERE usage_point IN ('1001~2001', '1002~3002', '1001~4001') OR usage_point NOT LIKE '%~%'`;
      const [sums] = (await engine.call('query.run', { workspace: 'both', sql: read, limit: 10 })).rows;
      expect(sums?.[1]).toBe((9 + 8 + 3 + 2) * 96);
      close(there.measure?.total, Number(sums?.[0]));
      expect((await reader.call('team.coverage', { address: to, ...span })).meters).toBe(4);
      const measure = there.measure?.key ?? '';
      const period = { from: '2023-11-15', until: '2023-11-15', by: 'amount', descending: true } as const;
      const ranking = await reader.call('team.ranking', { address: to, measure, ...period });
      expect(
        ranking.rows
          .map(({ id }) => id)
          .filter((id) => id.includes('~'))
          .sort(),
      ).toEqual(['1001~2001', '1001~4001', '1002~3002']);
      expect(ranking).toMatchObject({ total: 4, unknown: 0 });
      // Each is still listed.
      expect(await reader.call('team.meters', { address: to })).toMatchObject({ total: 6 });
    });

    it('may be cancelled, and a server that is away changes nothing here and says what to do', async () => {
      const abort = new AbortController();
      const waiting = async () => {
        await server.query('SELECT pg_stat_clear_snapshot()'); // else a transaction sees what it saw first
        return await server.query(
          "SELECT pid FROM pg_stat_activity WHERE usename = 'bob' AND wait_event_type = 'Lock'",
        );
      };
      const isWaiting = () => expect.poll(async () => (await waiting()).length, { timeout: 20_000 }).toBe(1);
      await server.query('BEGIN; LOCK TABLE meterscope.monthly IN ACCESS EXCLUSIVE MODE');
      try {
        const asked = reader.engine.call('team.totals', { workspace: 'w', address, ...MONTHS }, abort.signal);
        const refused = expect(asked).rejects.toMatchObject({ code: 'cancelled' });
        await isWaiting();
        abort.abort();
        await refused;
        await expect.poll(async () => (await waiting()).length, { timeout: 20_000 }).toBe(0);
        // One that the server ends, as it does after its time.
        const slow = expect(reader.call('team.totals', { address, ...MONTHS })).rejects.toMatchObject({
          code: 'team_too_slow',
        });
        await isWaiting();
        await server.query('SELECT pg_cancel_backend($1)', [(await waiting())[0]?.pid]);
        await slow;
        // A server that ends in the middle of a question.
        const said = expect(reader.call('team.totals', { address, ...MONTHS })).rejects.toMatchObject({
          code: 'team_server',
          message: expect.stringContaining('cannot be reached'),
          action: expect.stringMatching(/^Check that it runs.* try again/),
        });
        await isWaiting();
        await server.kill();
        await said;
      } finally {
        await server.start();
      }
      expect((await reader.call('usagePoints.list', { limit: 10 })).matching).toBeLessThan(2);
      const wrong = address.replace(':b@', ':wrong-secret@');
      const thrown = await reader.call('team.meters', { address: wrong }).catch((error: unknown) => error);
      expect(thrown).toMatchObject({ code: 'team_server', action: expect.stringMatching(/^Check address, user/) });
      expect(JSON.stringify(thrown)).not.toContain('wrong-secret');
      // A reader changes nothing there.
      await expect(reader.call('team.meters', { address })).resolves.toMatchObject({ total: 7 });
    });
  },
);
