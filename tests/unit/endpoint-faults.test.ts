import { describe, expect, it } from 'vitest';
import { compareVerdicts, FAULT_FACTS, FAULTS, type Fault, judgeEndpoint } from '../../shared/endpoint-faults.ts';

const answers = (...statuses: (number | undefined)[]) => statuses.map((status) => ({ status }));

describe('the verdict on an endpoint', () => {
  const taken: Fault[] = ['good', 'late', 'twice', 'out_of_order'];
  const refused: Fault[] = ['wrong_signature', 'changed_byte', 'missing_salt', 'missing_signature', 'not_json'];

  it('has a duty for every fault, and the place of the specification', () => {
    expect([...taken, 'resent', ...refused].sort()).toEqual([...FAULTS].sort());
    for (const fault of FAULTS) expect(FAULT_FACTS[fault].spec).toMatch(/^\d\.\d/);
  });

  it.each(taken)('%s: right with 200 only', (fault) => {
    expect(judgeEndpoint(fault, answers(200, 200))).toBe('right');
    for (const status of [201, 202, 204, 302, 400, 409, 500]) {
      expect(judgeEndpoint(fault, answers(200, status))).toBe('wrong');
    }
  });

  it.each(refused)('%s: right with 4xx only', (fault) => {
    for (const status of [400, 401, 403, 422, 499]) expect(judgeEndpoint(fault, answers(status))).toBe('right');
    for (const status of [200, 204, 302, 500, 503]) expect(judgeEndpoint(fault, answers(status))).toBe('wrong');
  });

  it('resent: right once it was taken, whatever came before', () => {
    expect(judgeEndpoint('resent', answers(503, undefined, 200))).toBe('right');
    expect(judgeEndpoint('resent', answers(503, undefined, 500))).toBe('wrong');
    expect(judgeEndpoint('resent', answers(undefined, undefined))).toBe('unanswered');
  });

  it('is none where no answer came; a wrong one among them is still wrong', () => {
    for (const fault of FAULTS) {
      expect(judgeEndpoint(fault, answers(undefined))).toBe('unanswered');
      expect(judgeEndpoint(fault, [])).toBe('unanswered');
    }
    expect(judgeEndpoint('twice', answers(200, undefined))).toBe('unanswered');
    expect(judgeEndpoint('twice', answers(undefined, 500))).toBe('wrong');
  });
});

describe('against the last time', () => {
  it.each([
    ['wrong', 'right', 'fixed'],
    ['wrong', 'wrong', 'still wrong'],
    ['right', 'wrong', 'regressed'],
    ['right', 'right', 'still right'],
    [undefined, 'right', undefined],
    ['right', 'unanswered', undefined],
    ['unanswered', 'wrong', undefined],
  ] as const)('%s, then %s: %s', (before, now, compared) => {
    expect(compareVerdicts(before, now)).toBe(compared);
  });
});
