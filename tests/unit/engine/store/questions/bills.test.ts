import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestStore, type TestStore } from '../store-harness.ts';

const BASE = 'https://example.test/DataCustodian/espi/1_1/resource';
const POINT = `${BASE}/Subscription/1001/UsagePoint/2001`;
const AGREEMENT = `${BASE}/RetailCustomer/1001/Customer/c/CustomerAccount/a/CustomerAgreement/2001`;
const ESPI = 'xmlns="http://naesb.org/espi"';
const CUSTOMER = 'xmlns="http://naesb.org/espi/customer"';

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(() => store.dispose());

function entry(self: string, content: string, related = ''): string {
  const up = self.slice(0, self.lastIndexOf('/'));
  return `<entry><id>urn:uuid:1</id><link rel="self" href="${self}"/><link rel="up" href="${up}"/>${related}<title>t</title><content>${content}</content><updated>2024-02-02T00:00:00Z</updated></entry>`;
}
const feed = (...entries: string[]) => `<feed xmlns="http://www.w3.org/2005/Atom">${entries.join('')}</feed>`;

const item = (note: string, kind: number, amount: number) =>
  `<costAdditionalDetailLastPeriod><amount>${amount}</amount><note>${note}</note><itemKind>${kind}</itemKind></costAdditionalDetailLastPeriod>`;

const usage = feed(
  entry(POINT, `<UsagePoint ${ESPI}><ServiceCategory><kind>0</kind></ServiceCategory></UsagePoint>`),
  entry(
    `${POINT}/UsageSummary/1`,
    `<UsageSummary ${ESPI}><billingPeriod><duration>2592000</duration><start>1704096000</start></billingPeriod><billLastPeriod>7000000</billLastPeriod>${item('Supply, Bayside Energy', 1, 3_000_000)}${item('Delivery', 2, 3_500_000)}${item('Taxes', 5, 500_000)}<currency>840</currency><overallConsumptionLastPeriod><powerOfTenMultiplier>0</powerOfTenMultiplier><uom>72</uom><value>300000</value></overallConsumptionLastPeriod><statusTimeStamp>1706700000</statusTimeStamp><billingChargeSource><agencyName>Bayside Energy</agencyName></billingChargeSource></UsageSummary>`,
    `<link rel="related" href="${POINT}" type="espi-entry/UsagePoint"/><link rel="related" href="${BASE}/Non-ESPI/bills/1.pdf" type="application/pdf"/>`,
  ),
);

const supplier = (uid: string, name: string, kind: string) =>
  entry(
    `${AGREEMENT}/ServiceSupplier/${uid}`,
    `<ServiceSupplier ${CUSTOMER}><Organisation><organisationName>${name}</organisationName></Organisation><kind>${kind}</kind><issuerIdentificationNumber>${uid}</issuerIdentificationNumber><effectiveDate>1600000000</effectiveDate></ServiceSupplier>`,
  );
const customers = feed(
  entry(AGREEMENT, `<CustomerAgreement ${CUSTOMER}><agreementId>1</agreementId></CustomerAgreement>`),
  supplier('s1', 'Demo Light', 'utility'),
  supplier('s2', 'Bayside Energy', 'lse'),
  entry(
    `${AGREEMENT}/ServiceLocation/l`,
    `<ServiceLocation ${CUSTOMER}><UsagePoints><UsagePoint>${POINT}</UsagePoint></UsagePoints></ServiceLocation>`,
  ),
);

async function bill() {
  const [point] = (await store.call('usagePoints.list', {})).rows;
  const [found] = await store.call('bills.list', { usagePoint: point?.id ?? '' });
  return found;
}

describe('a bill of community choice', () => {
  it('is split by the suppliers of the agreement, and its parts add up to its lines', async () => {
    await store.ingest(usage, '1001');
    await store.ingest(customers, '1001');
    const found = await bill();
    expect(found?.suppliers).toEqual([
      { role: 'delivery', name: 'Demo Light', number: 's1', amount: 35 },
      { role: 'generation', name: 'Bayside Energy', number: 's2', amount: 30 },
      { role: 'shared', name: undefined, number: undefined, amount: 5 },
    ]);
    expect(found?.items.map(({ supplier: place }) => place)).toEqual([1, 0, 2]);
    expect(found?.chargedBy).toBe('Bayside Energy');
  });

  it('is split by what the bill itself says where no customer data was fetched', async () => {
    await store.ingest(usage, '1001');
    expect((await bill())?.suppliers.map(({ role, name }) => [role, name])).toEqual([
      ['delivery', undefined],
      ['generation', 'Bayside Energy'],
      ['shared', undefined],
    ]);
  });

  it('leads to its raw file, and to nothing else', async () => {
    await store.ingest(usage, '1001');
    expect((await bill())?.files).toEqual([{ href: `${BASE}/Non-ESPI/bills/1.pdf`, type: 'application/pdf' }]);
  });
});

it.each(['', '<duration>0</duration>'])('a bill whose period has no length (%j) has no end', async (duration) => {
  await store.ingest(usage.replace('<duration>2592000</duration>', duration), '1001');
  expect(await bill()).toMatchObject({ start: 1_704_096_000, end: undefined });
});

it('money with decimals keeps them', async () => {
  const whole = usage.replace('<billLastPeriod>7000000<', '<billLastPeriod>70.25<').replace('>300000<', '>300<');
  await store.ingest(whole.replaceAll(/<powerOfTenMultiplier>0</g, '<powerOfTenMultiplier>3<'), '1001');
  expect(await bill()).toMatchObject({ total: 70.25, moneyScale: 1 });
});

it('a month that was nearly paid by generation has the scale of the other bills', async () => {
  const other = usage
    .replaceAll('UsageSummary/1', 'UsageSummary/2')
    .replace('<start>1704096000<', '<start>1706688000<')
    .replace('<billLastPeriod>7000000<', '<billLastPeriod>60000<')
    .replaceAll(/<costAdditionalDetailLastPeriod>.*?<\/costAdditionalDetailLastPeriod>/g, '');
  await store.ingest(usage.replace('</feed>', `${/<entry>(?!.*<entry>).*<\/entry>/s.exec(other)?.[0]}</feed>`), '1001');
  const [point] = (await store.call('usagePoints.list', {})).rows;
  const usagePoint = point?.id ?? '';
  const totals = async () => (await store.call('bills.list', { usagePoint })).map(({ total }) => total);
  expect(await totals()).toEqual([0.6, 70]);
  await store.call('bills.setMoneyScale', { usagePoint, scale: 1000 });
  expect(await totals()).toEqual([60, 7000]);
  await store.call('bills.setMoneyScale', { usagePoint, scale: undefined });
  expect(await totals()).toEqual([0.6, 70]);
});
