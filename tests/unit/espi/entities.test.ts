import { describe, expect, it } from 'vitest';
import { unitContradiction } from '../../../shared/espi/checks.ts';
import { codeLabel } from '../../../shared/espi/code-lists.ts';
import type { Finding } from '../../../shared/espi/decode.ts';
import { decodeEntity, entityKind } from '../../../shared/espi/entities.ts';
import type { XmlNode } from '../../../shared/espi/node.ts';
import { withoutSecrets } from '../../../shared/espi/secrets.ts';

type Tree = string | { [name: string]: Tree | Tree[] };

/** A payload as a node, from nested objects. */
function node(name: string, content: Tree): XmlNode {
  if (typeof content === 'string') return { namespace: 'urn:n', name, text: content, children: [] };
  const children = Object.entries(content).flatMap(([child, inner]) =>
    (Array.isArray(inner) ? inner : [inner]).map((one) => node(child, one)),
  );
  return { namespace: 'urn:n', name, text: '', children };
}

function decode(kind: Parameters<typeof decodeEntity>[0], content: Tree): { data: object; codes: string[] } {
  const findings: Finding[] = [];
  const data = decodeEntity(kind, node(kind, content), (finding) => findings.push(finding));
  return { data, codes: findings.map((finding) => finding.code) };
}

describe('entities', () => {
  it('a usage point, written with a capital ServiceDeliveryPoint as this service does', () => {
    const { data, codes } = decode('UsagePoint', {
      ServiceCategory: { kind: '0' },
      ServiceDeliveryPoint: { tariffProfile: 'RES-2-TIER' },
      roleFlags: '10',
      status: '1',
      ratedPower: { powerOfTenMultiplier: '3', uom: '38', value: '10' },
      isVirtual: 'false',
    });
    expect(data).toEqual({
      serviceCategory: { kind: 0 },
      serviceDeliveryPoint: { tariffProfile: 'RES-2-TIER' },
      roleFlags: '10',
      status: 1,
      ratedPower: { powerOfTenMultiplier: 3, uom: 38, value: 10 },
      isVirtual: false,
    });
    expect(codes).toEqual([]);
  });

  it('an unknown code is kept and told, an unknown element is kept as it is', () => {
    const { data, codes } = decode('ReadingType', { uom: '999', kind: '12', novelty: { a: '1' } });
    expect(data).toEqual({
      uom: 999,
      kind: 12,
      unknown: [{ name: 'novelty', namespace: 'urn:n', children: [{ name: 'a', namespace: 'urn:n', text: '1' }] }],
    });
    expect(codes).toEqual(['unknown_code', 'unknown_element']);
    expect(codeLabel('UnitSymbolKind', 999)).toBe('unknown (999)');
  });

  it('what cannot be read is not lost', () => {
    const { data, codes } = decode('ReadingType', { uom: 'Wh', intervalLength: '', flowDirection: '1.5' });
    expect(data).toMatchObject({
      unknown: [
        { name: 'uom', text: 'Wh' },
        { name: 'flowDirection', text: '1.5' },
      ],
    });
    expect(codes).toEqual(['unparsable_number', 'empty_element', 'unparsable_number', 'reading_type_without_unit']);
  });

  it('dates are converted', () => {
    const { data, codes } = decode('UsageSummary', {
      billingPeriod: { start: '2023-11-14T22:13:20Z', duration: '86400' },
      statusTimeStamp: '2023-11-14',
    });
    expect(data).toEqual({ billingPeriod: { start: 1_700_000_000, duration: 86_400 }, statusTimeStamp: 1_699_920_000 });
    expect(codes).toEqual(['time_as_date', 'time_as_date']);
  });

  it('milliseconds are divided, decimals cut', () => {
    const { data, codes } = decode('Authorization', {
      authorizedPeriod: { duration: '86400000', start: '1440585200000' },
      expires_at: '1440670029.9',
    });
    expect(data).toEqual({ authorizedPeriod: { start: 1_440_585_200, duration: 86_400 }, expires_at: 1_440_670_029 });
    expect(codes).toEqual(['time_in_milliseconds', 'time_with_decimals']);
  });

  it('a bill keeps its line items in order', () => {
    const { data } = decode('UsageSummary', {
      billingPeriod: { duration: '2505600', start: '1434006000' },
      billLastPeriod: '23364000',
      costAdditionalDetailLastPeriod: [
        { amount: '1200000', note: 'Energy', itemKind: '3', measurement: { uom: '72', value: '5' } },
        { amount: '-5', note: 'Credit', itemKind: '6' },
      ],
    });
    expect(data).toMatchObject({
      billLastPeriod: 23_364_000,
      costAdditionalDetailLastPeriod: [
        { amount: 1_200_000, note: 'Energy', itemKind: 3, measurement: { uom: 72, value: 5 } },
        { amount: -5, note: 'Credit', itemKind: 6 },
      ],
    });
  });

  it('the customer side reads its inherited structures', () => {
    expect(
      decode('Customer', {
        Organisation: { streetAddress: { townDetail: { name: 'Anytown' }, postalCode: '12345' } },
        name: 'Deprecated',
        status: 'active',
        kind: 'hermit',
      }),
    ).toEqual({
      data: {
        organisation: { streetAddress: { townDetail: { name: 'Anytown' }, postalCode: '12345' } },
        name: 'Deprecated',
        status: { value: 'active' },
        kind: 'hermit',
      },
      codes: ['text_for_structure', 'unknown_code'],
    });
    const { data } = decode('ServiceLocation', { UsagePoints: { UsagePoint: ['http://a', 'http://b'] } });
    expect(data).toEqual({ usagePoints: [{ usagePoint: ['http://a', 'http://b'] }] });
    expect(decode('Meter', { MeterMultipliers: [{ kind: 'ctRatio', value: '1.5' }], serialNumber: '7' }).data).toEqual({
      meterMultipliers: [{ kind: 'ctRatio', value: 1.5 }],
      serialNumber: '7',
    });
  });

  it.each([
    ['espi', 'ElectricPowerUsageSummary', 'UsageSummary'],
    ['customer', 'LocalTimeParameters', 'LocalTimeParameters'],
    ['espi', 'EndDevice', 'EndDevice'],
    ['other', 'UsagePoint', 'Unknown'],
    ['espi', 'toString', 'Unknown'],
    ['espi', 'Novelty', 'Unknown'],
  ] as const)('%s %s is %s', (vocabulary, local, kind) => {
    expect(entityKind(vocabulary, local)).toBe(kind);
  });
});

describe('contradictions', () => {
  it.each([
    [0, undefined, 119, /electricity.*ft³/],
    [0, 1, 42, /electricity.*m³/],
    [undefined, 7, 72, undefined],
    [1, undefined, 169, undefined],
    [1, 7, 38, undefined],
    [1, undefined, 29, /gas.*V/],
    [2, undefined, 72, /water.*kWh/],
    [0, 7, 119, /usage point.*electricity.*naturalGas/],
    [undefined, undefined, 119, undefined],
    [0, 1, undefined, undefined],
    [0, 1, 72, undefined],
  ])('service %s, commodity %s, unit %s', (service, commodity, uom, message) => {
    const found = unitContradiction(service, commodity, uom);
    if (message) expect(found).toMatch(message);
    else expect(found).toBeUndefined();
  });
});

describe('secrets', () => {
  it.each([
    ['<espi:client_secret>abc</espi:client_secret>', '<espi:client_secret>[removed]</espi:client_secret>'],
    ['<client_secret a="b"><![CDATA[a]]b]]>c</client_secret>', '<client_secret a="b">[removed]</client_secret>'],
    ['<registration_access_token>cut off', '<registration_access_token>[removed]'],
    ['<password>a&lt;b</password><client_id>x</client_id>', '<password>[removed]</password><client_id>x</client_id>'],
    [
      '<client_secret_expires_at>0</client_secret_expires_at>',
      '<client_secret_expires_at>0</client_secret_expires_at>',
    ],
    ['<Password>abc</Password>', '<Password>[removed]</Password>'],
    ['<password><value>abc</value></password><a/>', '<password>[removed]</password><a/>'],
    ['<password><!-- x -->abc</password>', '<password>[removed]</password>'],
    ['<password/><a>b</a>', '<password/><a>b</a>'],
  ])('%s', (xml, expected) => {
    expect(withoutSecrets(xml)).toBe(expected);
  });

  it.each<[string, Parameters<typeof decodeEntity>[0], Tree]>([
    ['an element that the schema does not have', 'Authorization', { access_token: 'hunter2' }],
    ['one written with a capital letter', 'Authorization', { Access_Token: 'hunter2' }],
    ['one that stands twice', 'ApplicationInformation', { client_secret: ['a', 'hunter2'] }],
    ['one in a place of others', 'UsagePoint', { ServiceCategory: { kind: '0', refresh_token: 'hunter2' } }],
    ['one that holds elements', 'ApplicationInformation', { client_secret: { value: 'hunter2' } }],
    ['one inside an element that the schema does not have', 'Authorization', { login: { password: 'hunter2' } }],
    ['a resource that is not known', 'Unknown', { login: { password: 'hunter2' } }],
  ])('are not decoded: %s', (_name, kind, content) => {
    const decoded = JSON.stringify(decode(kind, content));
    expect(decoded).not.toContain('hunter2');
    expect(decoded).toContain('[removed]');
  });

  it('that are empty are not said to be removed', () => {
    const { data } = decode('Authorization', { access_token: '' });
    expect(data).toEqual({ unknown: [{ name: 'access_token', namespace: 'urn:n' }] });
  });
});
