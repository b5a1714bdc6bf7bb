import { describe, expect, it } from 'vitest';
import { escapeXml } from '#shared/escape-xml.ts';
import { interval, tag, wrap } from '../../../../electron/simulator/greenbutton/xml.ts';

describe('xml', () => {
  it('escapes what has a meaning and drops what XML does not allow', () => {
    expect(escapeXml('a<b>&"c"\u0000\u001b\ud800 \u{1f600}')).toBe('a&lt;b&gt;&amp;&quot;c&quot; \u{1f600}');
  });

  it('leaves out what has no value, and keeps 0 and false', () => {
    expect(tag('a', null) + tag('b', undefined) + tag('c', 0) + tag('d', false)).toBe('<c>0</c><d>false</d>');
    expect(wrap('x', '', '')).toBe('');
    expect(interval('i', 10, 25)).toBe('<i><duration>15</duration><start>10</start></i>');
  });
});
