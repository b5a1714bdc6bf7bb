/** How the fields of a query show its values. */
import { MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { QueryFields as Fields } from '../../../../../renderer/features/query/query-values.tsx';

let QueryFields: typeof Fields;
beforeAll(async () => {
  // A page finds its host as it is loaded.
  vi.stubGlobal('window', { meterscope: {}, location: { hash: '' } });
  ({ QueryFields } = await import('../../../../../renderer/features/query/query-values.tsx'));
}, 60_000);
afterAll(() => void vi.unstubAllGlobals());

/** The type and the value of a field. */
function field(name: string, value: string): (string | undefined)[] {
  const fields = createElement(QueryFields, {
    workspace: 'w',
    names: [name],
    values: { [name]: value },
    onChange: () => {},
  });
  const input = /<input[^>]*>/.exec(renderToStaticMarkup(createElement(MantineProvider, null, fields)))?.[0] ?? '';
  return ['type', 'value'].map((attribute) => new RegExp(` ${attribute}="([^"]*)"`).exec(input)?.[1]);
}

it.each([
  ['from', '2026-01-01T02:30:00', 'datetime-local', '2026-01-01T02:30:00'],
  ['to', '2026-01-01', 'datetime-local', '2026-01-01T00:00'],
  ['from', '2026-01-01 02:30', 'datetime-local', '2026-01-01T02:30'],
  ['from', '', 'datetime-local', ''],
  // What a field for times does not take is a text, shown as it is.
  ['from', '2026-01', undefined, '2026-01'],
  ['to', '2026-01-01T02:30:00+02', undefined, '2026-01-01T02:30:00+02'],
  ['least', '2026-01-01', undefined, '2026-01-01'],
])('$%s shows %j', (name, value, type, shown) => {
  expect(field(name, value)).toEqual([type, shown]);
});
