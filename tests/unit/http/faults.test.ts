import { describe, expect, it } from 'vitest';
import { IncompleteAnswer, networkFault, withCauses } from '../../../electron/http/faults.ts';

const coded = (code: string, options?: ErrorOptions) => Object.assign(new Error(code, options), { code });

describe('the fault behind an error', () => {
  it.each([
    ['ECONNREFUSED', 'network_unreachable', true, true],
    ['HEAD_TIMEOUT', 'network_timeout', true, false],
    ['CONNECT_TIMEOUT', 'network_timeout', true, true],
    ['ECONNRESET', 'connection_cut', true, false],
    ['Z_DATA_ERROR', 'bad_http', true, false],
    ['HPE_INVALID_CONSTANT', 'bad_http', false, false],
    ['ERR__ERROR_FORMAT_PADDING_1', 'bad_http', true, false],
    ['CERT_HAS_EXPIRED', 'tls_failed', false, true],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls_failed', false, true],
  ])('%s', (cause, code, passing, unsent) => {
    expect(networkFault(coded(cause))).toEqual({ code, cause, passing, unsent });
  });

  it('is found below what wraps it, and among the addresses of one name', () => {
    expect(networkFault(new Error('outer', { cause: coded('EPIPE') }))?.cause).toBe('EPIPE');
    expect(networkFault(new AggregateError([coded('ENETUNREACH'), coded('ECONNREFUSED')]))?.cause).toBe('ENETUNREACH');
  });

  it('of a document that was cut is one, whatever it was cut by', () => {
    expect(networkFault(new IncompleteAnswer(coded('nothing')))).toMatchObject({ code: 'answer_cut', passing: true });
  });

  it('is none for any other error', () => {
    expect(networkFault(new TypeError('a bug'))).toBeUndefined();
    expect(networkFault('text')).toBeUndefined();
  });

  it('is looked for no deeper than five causes, also where they go in a circle', () => {
    const circle = new Error('circle');
    circle.cause = circle;
    expect([...withCauses(circle)]).toHaveLength(5);
  });
});
