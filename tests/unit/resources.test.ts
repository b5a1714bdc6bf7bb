import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { matchResource, pathNames, RESOURCES, resourceNamed, resourcePath } from '../../shared/resources.ts';

const SPECIFICATION = new URL('../../../shared/spec/service.md', import.meta.url);

/** A value for each place that would break an unescaped path. */
function awkwardValues(path: string): Record<string, string> {
  const places = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  return Object.fromEntries(places.map((place) => [place, `a&b %/${place}`]));
}

describe('the resource table', () => {
  it.each(RESOURCES.map((row) => [row.name, row] as const))('%s: path and back', (_, row) => {
    const values = awkwardValues(row.path);
    const href = `https://a.example/DataCustodian/espi/1_1/resource${resourcePath(row, values)}?updated-min=x`;
    expect(matchResource(href)).toEqual({ resource: row, values });
    expect(pathNames(row)).toEqual(Object.keys(values));
  });

  it('refuses a path with a hole', () => {
    expect(() => resourcePath(resourceNamed('UsagePoint'), { auth_uid: 'a' })).toThrow(/meter_uid/);
    expect(() => resourcePath(resourceNamed('UsagePointList'), { auth_uid: '' })).toThrow(/auth_uid/);
  });

  it.each([
    ['/Subscription/1/UsagePoint/2', 'UsagePoint'],
    ['/espi/1_1/resource/Authorization/', 'AuthorizationList'],
    ['https://x.example/Subscription/1/UsagePoint/2/MeterReading/3/IntervalBlock', 'IntervalBlockList'],
    ['/Non-ESPI/a/b/c.pdf', 'NonEspi'],
    ['https://gw.example/gbc/v1/Subscription/1/UsagePoint/2?x=1', 'UsagePoint'],
    ['https://gw.example/gbc/v1/Batch/RetailCustomer/1', 'BatchRetailCustomer'],
    ['/gbc/v1/ReadServiceStatus', 'ReadServiceStatus'],
    ['https://gw.example/gbc/v1', undefined],
    ['https://gw.example/gbc/v1/Batch/Bulk/1', undefined],
    ['https://gw.example/gbc/v1/UsagePoint/2', undefined],
    ['https://gw.example/MySubscription/1/UsagePoint/2', undefined],
    ['/Batch/Bulk/1', undefined],
    ['/Subscription//UsagePoint', undefined],
    ['/Authorization/1/more', undefined],
  ])('knows %s as %s', (href, name) => {
    expect(matchResource(href)?.resource.name).toBe(name);
  });

  it('leaves a broken escape as it is', () => {
    expect(matchResource('/Authorization/100%')?.values).toEqual({ auth_uid: '100%' });
  });
});

describe.skipIf(!existsSync(SPECIFICATION))(
  'the resource table and ../shared/spec/service.md (needs ../shared)',
  () => {
    const text = existsSync(SPECIFICATION) ? readFileSync(SPECIFICATION, 'utf8') : '';

    it('has every row of section 4.1', () => {
      const section = text.slice(text.indexOf('### 4.1'), text.indexOf('### 4.2'));
      const rows = [...section.matchAll(/^\| (?:GET )?((?:\/|\.\.\.\/)\S+) \| ?(.*?) \|$/gm)];
      const known = RESOURCES.map((row) => row.path);
      const missing = rows.map((row) => row[1] ?? '').filter((path) => !known.some((own) => matchesRow(own, path)));
      expect(rows.length).toBeGreaterThanOrEqual(37);
      expect(missing).toEqual([]);
    });
  },
);

/** Rows that start with `...` give the end of the path; /Non-ESPI is open-ended. */
function matchesRow(own: string, row: string): boolean {
  if (row.startsWith('...')) return own.endsWith(row.slice(3));
  return own === row || own.startsWith(`${row}/{file_path}`);
}
