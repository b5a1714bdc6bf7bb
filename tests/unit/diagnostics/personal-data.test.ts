import os from 'node:os';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fileRedactor, redactor } from '../../../electron/diagnostics/personal-data.ts';

const redact = redactor({
  secrets: ['tok_SECRET_1234', 's3cr3t-client'],
  people: ['Margaret Ellison', 'Ellison', '4417 Juniper Terrace Lane', 'MTR-0099812', 'abc'],
  descriptions: ['Authorization', 'UsagePoint', 'Usage Point', 'Meter', 'open', 'start', 'registration', 'Juniper'],
  aliases: new Map([['ellison-road-project', 'live-1']]),
  home: '/home/margaret',
});

describe('redaction', () => {
  it.each([
    ['a token wherever it got to: tok_SECRET_1234.', 'a token wherever it got to: ***.'],
    ['Authorization: Bearer unknownButABearer', 'Authorization: Bearer ***'],
    ['file /home/margaret/bills.xml', 'file ~/bills.xml'],
    ['MARGARET ELLISON called', '[personal] called'],
    ['meter MTR-0099812 at 4417 Juniper Terrace Lane', 'meter [personal] at [personal]'],
    ['mail to jane.doe+x@mail.example.org now', 'mail to [email] now'],
    ['call (555) 010-4477 or +1 555 010 4477', 'call [phone] or [phone]'],
    ['lives at 12 Old Mill Road, Springfield', 'lives at [address], Springfield'],
    [
      '{"customer_email":"x","full_name":"A \\"B\\" C","status":"ok"}',
      '{"customer_email":"[personal]","full_name":"[personal]","status":"ok"}',
    ],
    ['search?q=Margaret%20Ellison&n=1, Margaret+Ellison', 'search?q=[personal]&n=1, [personal]'],
    ['{"stack":"at draw\\nEllison"}', '{"stack":"at draw\\n[personal]"}'],
    ['Ellison’s Ellisonia, workspace ellison-road-project', '[personal]’s Ellisonia, workspace live-1'],
    ['{"service_address":{"street":"x"},"n":1}', '{"service_address":"[personal]","n":1}'],
  ])('%s', (text, clean) => {
    expect(redact(text)).toBe(clean);
  });

  it.each([
    '{"at":"2026-11-20T12:00:48.259Z","afterMs":10497,"status":503}',
    'GET http://127.0.0.1:44363/DataCustodian/espi/1_1/resource/Batch/Subscription/438131 200 in 1893 ms',
    'epoch 1795174472579, 322,144 readings, version 33.4.11',
    'abcd and xabc are other words',
    'Support bundle of Meterscope, {"openDialog":false,"startedAt":1,"tokenClass":"registration"}',
    'Authorization 438131: https://utility.example/resource/Authorization?start=1, UsagePoint opened',
    '{"program":{"name":"Meterscope","version":"0.1.0"}}',
  ])('leaves what is needed: %s', (text) => {
    expect(redact(text)).toBe(text);
  });

  it('looks for tens of thousands of names in one pass', () => {
    const people = Array.from({ length: 30_000 }, (_, n) => `Customer Number ${n}`);
    const many = redactor({ secrets: [], people, descriptions: [], aliases: new Map(), home: '' });
    const text = `${'log line without names\n'.repeat(20_000)}Customer Number 29999 failed`;
    expect(many(text).endsWith('[personal] failed')).toBe(true);
  });
});

describe('the home folder', () => {
  afterEach(() => void vi.restoreAllMocks());
  const none = { secrets: [], people: [], descriptions: [], aliases: new Map() };
  const within = (home: string, text: string) => redactor({ ...none, home })(text);
  const WINDOWS = 'C:\\Users\\margaret';

  it('of Windows is found in every form that a log has it', () => {
    const log = JSON.stringify({
      message: `EBUSY: C:\\Users\\margaret\\AppData\\store.duckdb, c:\\users\\MARGARET\\x.xml`,
      stack: 'at open (file:///C:/Users/margaret/Meterscope/main.js:1:2)',
      again: JSON.stringify({ file: 'C:\\Users\\margaret\\y.xml' }),
      link: `https://u.test/?file=${encodeURIComponent('C:\\Users\\margaret\\z.xml')}`,
    });
    expect(log).toMatch(/margaret/);
    expect(within(WINDOWS, log)).not.toMatch(/margaret/i);
    expect(JSON.parse(within(WINDOWS, log))).toEqual({
      message: 'EBUSY: ~\\AppData\\store.duckdb, ~\\x.xml',
      stack: 'at open (file:///~/Meterscope/main.js:1:2)',
      again: '{"file":"~\\\\y.xml"}',
      link: 'https://u.test/?file=~%5Cz.xml',
    });
  });

  it('with spaces and letters of any language is found in addresses, too', () => {
    const home = '/home/José Müller (alt)';
    const text = `${home}/a.xml and ${pathToFileURL(`${home}/b.xml`)}`;
    expect(within(home, text)).toBe('~/a.xml and file://~/b.xml');
    const windows = 'C:\\Users\\José Müller';
    expect(within(windows, 'file:///C:/Users/Jos%C3%A9%20M%C3%BCller/b.xml')).toBe('file:///~/b.xml');
  });

  it('of Windows has a short name, too, which programs of old are given', () => {
    expect(within('C:\\Users\\Margaret Ellison', 'C:\\Users\\MARGAR~1\\AppData\\Local\\Temp')).toBe(
      '~\\AppData\\Local\\Temp',
    );
  });

  it('on a server is found, and the text around it stays JSON', () => {
    const log = JSON.stringify({ message: 'EBUSY: \\\\server\\homes\\margaret\\a.xml' });
    expect(JSON.parse(within('\\\\server\\homes\\margaret', log))).toEqual({ message: 'EBUSY: ~\\a.xml' });
  });

  it('that is nowhere takes nothing out', () => {
    const text = '/home/margaret/a C:\\Users\\margaret';
    for (const home of ['', '/', '\\']) expect(within(home, text)).toBe(text);
  });

  it('is taken out of files for others as well', () => {
    vi.spyOn(os, 'homedir').mockReturnValue(WINDOWS);
    const redact = fileRedactor({ secrets: [], people: [], descriptions: [] });
    expect(redact('{"file":"C:\\\\Users\\\\margaret\\\\a.xml"}')).toBe('{"file":"~\\\\a.xml"}');
  });
});
