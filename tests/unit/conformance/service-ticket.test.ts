import { describe, expect, it } from 'vitest';
import { RowBook } from '../../../electron/common/rows/book.ts';
import { serviceReport } from '../../../electron/conformance/service/index.ts';
import { serviceReport as reportOf } from '../../../electron/conformance/service/report.ts';
import { serviceTicket } from '../../../electron/conformance/service/ticket.ts';

describe('the check of a service, for a ticket', () => {
  it('says what fails, what was expected and what came, and makes no markup of it', () => {
    const book = new RowBook();
    book.judge('OAD009', true, 'with no token: 401', { request: '1' });
    for (let i = 0; i < 7; i++) book.judge('OAD009', false, `with <b>_token_ ${i}: 200`, { request: `${i}` });
    const text = serviceReport(reportOf('https://a.example', book), 'markdown', 'the service', 'Meterscope');
    expect(text).toContain('**Green Button pre-check of the service https://a.example**');
    expect(text).toContain('**OAD009** (FB_14) fails 7 of 8 times:');
    expect(text).toContain('- Expected: 401 or 403');
    expect(text).toContain('- Came: with &lt;b>\\_token\\_ 0: 200');
    expect(text.match(/- Came: /g)).toHaveLength(5);
    expect(text).toContain('- and 2 more');
    expect(text).not.toContain('with no token');
    expect(text).toMatch(/FB_14 .*: \*\*fail\*\*/);
    expect(text).toContain('not a certification');
  });

  it.each([
    [
      '200, and not valid: line 3: <value> must be a whole number, but is "123.45".',
      '&lt;value> must be a whole number.',
    ],
    [
      'line 3: <name> must be short, but is "Ada ". Lovelace". for published-min',
      '&lt;name> must be short. for published-min',
    ],
    ['line 3: <name> must be short, but is "Ada Lov', '&lt;name> must be short.'],
  ])('says what is wrong with a value, and not what the value is: %s', (came, words) => {
    const book = new RowBook();
    book.judge('FND005', false, came, { request: '1' });
    book.note('FND005', came);
    const text = serviceTicket(reportOf('https://a.example', book), 'the service');
    expect(text.split(words)).toHaveLength(3);
    expect(text).not.toMatch(/123\.45|Ada |Lov/);
  });
});
