import { describe, expect, it } from 'vitest';
import { parseFault, parseRate } from '../../../../electron/simulator/limits/settings.ts';

describe('limits of the command line', () => {
  it('are requests and seconds', () => {
    expect(parseRate('60/60')).toEqual({ requests: 60, per_s: 60 });
    expect(parseRate(' 0 / 0.5 ')).toEqual({ requests: 0, per_s: 0.5 });
  });

  it.each(['', '60', '60/', '/60', '60/60/60', '1.5/60', '-1/60', '60/0', 'many/60'])('are not "%s"', (text) => {
    expect(() => parseRate(text)).toThrow('Give requests and seconds');
  });

  it('have faults as the control API takes them', () => {
    expect(parseFault('{"path": "*/Batch/*", "status": 503}')).toEqual({ path: '*/Batch/*', status: 503 });
  });

  it('say what is wrong with a fault', () => {
    expect(() => parseFault('path=*')).toThrow('as JSON');
    expect(() => parseFault('7')).toThrow('The fault: ');
    expect(() => parseFault('{"path": "*", "status": 42}')).toThrow('status: ');
  });
});
