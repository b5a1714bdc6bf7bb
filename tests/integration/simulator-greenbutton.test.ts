/** Section 4.1 row by row, and what every row owes to sections 5 and 7.1, against the running program. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Bench,
  entitiesOf,
  greenButtonBench,
  hasSchema,
  linksOf,
  schemaProblems,
} from './simulator-greenbutton-bench.ts';

let bench: Bench;
/** Concrete paths of a demo authorization, by the names that section 2.6 gives to their places. */
let places: Record<string, string>;

beforeAll(async () => {
  bench = await greenButtonBench();
  places = await discoverPlaces(bench);
});
afterAll(() => bench.service.stop());

const SUBSCRIPTION = '/Subscription/{auth_uid}/UsagePoint';
const USAGE_POINT = `${SUBSCRIPTION}/{meter_uid}`;
const METER_READING = `${USAGE_POINT}/MeterReading/{reading_uid}`;
const CUSTOMER = '/RetailCustomer/{auth_uid}/Customer/{customer_uid}';
const ACCOUNT = `${CUSTOMER}/CustomerAccount/{account_uid}`;
const AGREEMENT = `${ACCOUNT}/CustomerAgreement/{agreement_uid}`;
const LOCATION = `${AGREEMENT}/ServiceLocation/{location_uid}`;

type TokenClass = 'registration' | 'client' | 'access';

/** The table of section 4.1: path, entry or feed, entity, class of token (section 5). */
const ROWS: readonly (readonly [path: string, answers: 'entry' | 'feed', entity: string, token: TokenClass])[] = [
  ['/ApplicationInformation/{app_uid}', 'entry', 'ApplicationInformation', 'registration'],
  ['/Authorization', 'feed', 'Authorization', 'client'],
  ['/Authorization/{auth_uid}', 'entry', 'Authorization', 'client'],
  ['/LocalTimeParameters/{tz_uid}', 'entry', 'LocalTimeParameters', 'access'],
  ['/ReadingType/{type_uid}', 'entry', 'ReadingType', 'access'],
  [SUBSCRIPTION, 'feed', 'UsagePoint', 'access'],
  [USAGE_POINT, 'entry', 'UsagePoint', 'access'],
  [`${USAGE_POINT}/MeterReading`, 'feed', 'MeterReading', 'access'],
  [METER_READING, 'entry', 'MeterReading', 'access'],
  [`${METER_READING}/IntervalBlock`, 'feed', 'IntervalBlock', 'access'],
  [`${METER_READING}/IntervalBlock/{block_uid}`, 'entry', 'IntervalBlock', 'access'],
  [`${USAGE_POINT}/UsageSummary`, 'feed', 'UsageSummary', 'access'],
  [`${USAGE_POINT}/UsageSummary/{summary_uid}`, 'entry', 'UsageSummary', 'access'],
  [`${USAGE_POINT}/ElectricPowerQualitySummary`, 'feed', 'ElectricPowerQualitySummary', 'access'],
  [`${USAGE_POINT}/ElectricPowerQualitySummary/{power_uid}`, 'entry', 'ElectricPowerQualitySummary', 'access'],
  ['/RetailCustomer/{auth_uid}/Customer', 'feed', 'Customer', 'access'],
  [CUSTOMER, 'entry', 'Customer', 'access'],
  [`${CUSTOMER}/CustomerAccount`, 'feed', 'CustomerAccount', 'access'],
  [ACCOUNT, 'entry', 'CustomerAccount', 'access'],
  [`${ACCOUNT}/CustomerAgreement`, 'feed', 'CustomerAgreement', 'access'],
  [AGREEMENT, 'entry', 'CustomerAgreement', 'access'],
  [`${AGREEMENT}/ServiceSupplier`, 'feed', 'ServiceSupplier', 'access'],
  [`${AGREEMENT}/ServiceSupplier/{supplier_uid}`, 'entry', 'ServiceSupplier', 'access'],
  [`${AGREEMENT}/ProgramDateIdMappings`, 'feed', 'ProgramDateIdMappings', 'access'],
  [`${AGREEMENT}/ProgramDateIdMappings/{mappings_uid}`, 'entry', 'ProgramDateIdMappings', 'access'],
  [`${AGREEMENT}/ServiceLocation`, 'feed', 'ServiceLocation', 'access'],
  [LOCATION, 'entry', 'ServiceLocation', 'access'],
  [`${LOCATION}/Meter`, 'feed', 'Meter', 'access'],
  [`${LOCATION}/Meter/{meter_number}`, 'entry', 'Meter', 'access'],
  [`${LOCATION}/EndDevice`, 'feed', 'EndDevice', 'access'],
  [`${LOCATION}/EndDevice/{device_uid}`, 'entry', 'EndDevice', 'access'],
];

/** Every uid is read from the service's own answers, feed by feed. */
async function discoverPlaces({ get, line, secrets }: Bench): Promise<Record<string, string>> {
  const auth_uid = line.authorizations[0]?.auth_uid ?? '';
  const found: Record<string, string> = { app_uid: secrets.app_uid, auth_uid, bulk_uid: secrets.bulk_uid };
  const last = (href: string | undefined) => href?.split('/').at(-1) ?? '';
  const firstOf = async (path: string) => {
    const { text } = await get(path.replace(/\{(\w+)\}/g, (_, name: string) => found[name] ?? ''));
    return linksOf(text).filter((link) => link.rel === 'self')[1]?.href;
  };
  found.meter_uid = last(await firstOf(SUBSCRIPTION));
  found.reading_uid = last(await firstOf(`${USAGE_POINT}/MeterReading`));
  found.block_uid = last(await firstOf(`${METER_READING}/IntervalBlock`));
  found.summary_uid = last(await firstOf(`${USAGE_POINT}/UsageSummary`));
  found.power_uid = last(await firstOf(`${USAGE_POINT}/ElectricPowerQualitySummary`));
  found.customer_uid = last(await firstOf('/RetailCustomer/{auth_uid}/Customer'));
  found.account_uid = last(await firstOf(`${CUSTOMER}/CustomerAccount`));
  found.agreement_uid = last(await firstOf(`${ACCOUNT}/CustomerAgreement`));
  found.supplier_uid = last(await firstOf(`${AGREEMENT}/ServiceSupplier`));
  found.mappings_uid = last(await firstOf(`${AGREEMENT}/ProgramDateIdMappings`));
  found.location_uid = last(await firstOf(`${AGREEMENT}/ServiceLocation`));
  found.meter_number = last(await firstOf(`${LOCATION}/Meter`));
  found.device_uid = last(await firstOf(`${LOCATION}/EndDevice`));
  const usagePoint = await get(`/Subscription/${auth_uid}/UsagePoint/${found.meter_uid}`);
  const reading = await get(
    `/Subscription/${auth_uid}/UsagePoint/${found.meter_uid}/MeterReading/${found.reading_uid}`,
  );
  found.tz_uid = last(linksOf(usagePoint.text).find((link) => link.type.endsWith('/LocalTimeParameters'))?.href);
  found.type_uid = last(linksOf(reading.text).find((link) => link.type.endsWith('/ReadingType'))?.href);
  return found;
}

/** A row's path with the places filled in; `changed` spoils one of them. */
function fill(path: string, changed: Record<string, string> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => changed[name] ?? places[name] ?? '');
}

function wrongTokens(wanted: TokenClass): string[] {
  const { line, client } = bench;
  const all = {
    registration: line.registration_access_token,
    client,
    access: line.authorizations[0]?.access_token ?? '',
  };
  return Object.entries(all).flatMap(([name, token]) => (name === wanted ? [] : [token]));
}

describe.each(ROWS)('%s', (path, answers, entity, token) => {
  it(`answers 200 with ${answers === 'entry' ? 'one entry' : 'a feed'} of ${entity}, to its class of token`, async () => {
    const answer = await bench.get(fill(path));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^application\/atom\+xml/);
    expect(answer.text).toMatch(answers === 'entry' ? /^<\?xml[^>]+>\s*<entry / : /^<\?xml[^>]+>\s*<feed /);
    const entities = entitiesOf(answer.text);
    expect(new Set(entities)).toEqual(new Set([entity]));
    if (answers === 'entry') expect(entities).toHaveLength(1);
  });

  it('has a self link to itself, an up link and types', async () => {
    const { text } = await bench.get(fill(path));
    const self = linksOf(text).find((link) => link.rel === 'self');
    expect(self?.href).toBe(bench.line.espi_base + fill(path));
    const side = path.startsWith('/RetailCustomer') ? 'cust' : 'espi';
    expect(self?.type).toBe(`${side}-${answers}/${entity}`);
    if (answers === 'feed') return;
    const up = linksOf(text).find((link) => link.rel === 'up');
    expect(up).toEqual({
      rel: 'up',
      href: bench.line.espi_base + fill(path).replace(/\/[^/]+$/, ''),
      type: `${side}-feed/${entity}`,
    });
  });

  it('answers 401 without a token and with one that does not exist', async () => {
    for (const bad of [undefined, 'nonsense', `${bench.client}x`]) {
      const answer = await bench.service.request('GET', bench.line.espi_base + fill(path), { token: bad });
      expect(answer.status).toBe(401);
      expect(answer.json).toMatchObject({ error: expect.any(String), error_description: expect.any(String) });
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
    }
  });

  it('answers 403 to the other classes', async () => {
    for (const wrong of wrongTokens(token)) {
      const answer = await bench.get(fill(path), wrong);
      expect(answer.status).toBe(403);
      expect(answer.json).toMatchObject({ error: expect.any(String) });
    }
  });

  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  if (names.length > 0) {
    it('answers 404 for any place that does not exist', async () => {
      for (const name of names) {
        const answer = await bench.get(fill(path, { [name]: 'nothing-here' }), bench.rightToken(fill(path)));
        expect(answer.status, name).toBe(404);
      }
    });
  }

  if (token === 'access') {
    it('answers 404 to the token of another customer', async () => {
      const answer = await bench.get(fill(path), bench.line.authorizations[1]?.access_token);
      expect(answer.status).toBe(404);
    });
  }
});

describe('all rows together', () => {
  it.skipIf(!hasSchema)('validate against the schemas (skipped without ../shared/xsd and xmllint)', async () => {
    const documents: [string, string][] = [];
    for (const [path] of ROWS) documents.push([path, (await bench.get(fill(path))).text]);
    expect(documents).toHaveLength(31);
    expect(await schemaProblems(documents)).toBe('');
  });

  it('are rich: each entity has at least the members that a client needs', async () => {
    const wanted: Record<string, readonly string[]> = {
      ApplicationInformation: [
        'authorizationServerTokenEndpoint',
        'client_id',
        'redirect_uri',
        'grant_types',
        'registration_access_token',
      ],
      Authorization: [
        'authorizedPeriod',
        'publishedPeriod',
        'expires_at',
        'scope',
        'resourceURI',
        'authorizationURI',
        'customerResourceURI',
      ],
      LocalTimeParameters: ['dstEndRule', 'dstOffset', 'dstStartRule', 'tzOffset'],
      ReadingType: [
        'accumulationBehaviour',
        'commodity',
        'currency',
        'flowDirection',
        'intervalLength',
        'kind',
        'powerOfTenMultiplier',
        'uom',
      ],
      UsagePoint: [
        'roleFlags',
        'ServiceCategory',
        'serviceDeliveryPoint',
        'tariffProfile',
        'nominalServiceVoltage',
        'readCycle',
      ],
      IntervalBlock: ['interval', 'IntervalReading', 'cost', 'timePeriod', 'value', 'tou'],
      UsageSummary: [
        'billingPeriod',
        'billLastPeriod',
        'costAdditionalDetailLastPeriod',
        'currency',
        'overallConsumptionLastPeriod',
        'peakDemand',
        'statusTimeStamp',
        'tariffProfile',
      ],
      ElectricPowerQualitySummary: ['summaryInterval', 'mainsVoltage', 'powerFrequency', 'supplyVoltageDips'],
      Customer: ['Organisation', 'kind', 'customerName', 'pucNumber', 'locale'],
      CustomerAccount: ['billingCycle', 'lastBillAmount', 'notifications', 'contactInfo', 'accountId'],
      CustomerAgreement: [
        'signDate',
        'validityInterval',
        'DemandResponseProgram',
        'PricingStructures',
        'currency',
        'agreementId',
      ],
      ServiceSupplier: ['organisationName', 'kind', 'issuerIdentificationNumber', 'effectiveDate'],
      ProgramDateIdMappings: ['programDateIdMapping', 'programDateType', 'code', 'name'],
      ServiceLocation: ['mainAddress', 'positionPoints', 'UsagePoints', 'outageBlock'],
      Meter: ['serialNumber', 'lifecycle', 'formNumber', 'MeterMultipliers', 'intervalLength'],
      EndDevice: ['serialNumber', 'isPan', 'installCode', 'amrSystem'],
    };
    for (const [path, answers, entity] of ROWS) {
      if (answers !== 'entry') continue;
      const { text } = await bench.get(fill(path));
      for (const member of wanted[entity] ?? []) expect(text, entity).toContain(`<${member}>`);
    }
  });

  it('link only to what answers 200 to the right token', async () => {
    const seen = new Set<string>();
    for (const [path] of ROWS) {
      const { text } = await bench.get(fill(path));
      // A feed of a year's blocks repeats one pattern; the first entries stand for all.
      for (const { href } of linksOf(text).slice(0, 40)) seen.add(href);
    }
    const refused: string[] = [];
    for (const href of seen) {
      expect(href.startsWith(bench.line.base_url)).toBe(true);
      const path = href.slice(bench.line.espi_base.length);
      if (/^\/(Batch|RetailCustomer|Authorization)\//.test(path) && bench.rightToken(path) === undefined) continue;
      const { status } = await bench.get(path);
      if (status !== 200) refused.push(`${status} ${path}`);
    }
    expect(refused).toEqual([]);
    expect(seen.size).toBeGreaterThan(100);
  });
});

describe('other endpoints', () => {
  it('GET /Non-ESPI serves the files that bills link to, to their token only, and lists nothing', async () => {
    const bill = await bench.get(fill(`${USAGE_POINT}/UsageSummary/{summary_uid}`));
    const file = linksOf(bill.text).find((link) => link.href.includes('/Non-ESPI/'));
    expect(file?.type).toBe('application/pdf');
    const path = (file?.href ?? '').slice(bench.line.espi_base.length);
    const answer = await bench.get(path);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(answer.text.startsWith('%PDF-1.4')).toBe(true);
    expect((await bench.get(path, bench.line.authorizations[1]?.access_token)).status).toBe(404);
    expect((await bench.get(path, bench.client)).status).toBe(403);
    for (const other of [
      '/Non-ESPI',
      '/Non-ESPI/',
      `/Non-ESPI/${places.auth_uid}`,
      path.replace(/\d+\.pdf/, '1.pdf'),
    ]) {
      expect((await bench.get(other)).status, other).toBe(404);
    }
  });

  it('GET /ReadServiceStatus answers a ServiceStatus to any class of token', async () => {
    const { line, client } = bench;
    for (const token of [line.registration_access_token, client, line.authorizations[0]?.access_token]) {
      const answer = await bench.get('/ReadServiceStatus', token);
      expect(answer.status).toBe(200);
      expect(answer.text).toContain('<ServiceStatus xmlns="http://naesb.org/espi"><currentStatus>1</currentStatus>');
    }
    expect((await bench.service.request('GET', `${line.espi_base}/ReadServiceStatus`)).status).toBe(401);
    if (hasSchema) expect(await schemaProblems([['status', (await bench.get('/ReadServiceStatus')).text]])).toBe('');
  });

  it.each(['/Nothing', '/Subscription', '/Batch', '/Batch/Subscription', '/Bulk/', '/Authorization/'])(
    'GET %s, which section 4.1 does not know, answers 404',
    async (path) => {
      expect((await bench.get(path, bench.client)).status).toBe(404);
    },
  );

  it.each(['POST', 'PUT', 'DELETE', 'PATCH'])('%s is refused: all endpoints use GET', async (method) => {
    const answer = await bench.service.request(method, `${bench.line.espi_base}/Authorization`, {
      token: bench.client,
    });
    expect(answer.status).toBe(405);
  });
});
