import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BUILT_IN_EXPECTATIONS } from '#shared/contract/scenario-files.ts';
import { readScenarioFile } from '../../../electron/support-desk/scenario-files/read.ts';

const GOOD = {
  meterscope: 'scenario',
  version: 1,
  name: 'two years',
  steps: [{ submit: { scenario: 'residential' } }, { collect: { months: 24 } }],
};

const withOwn = (...own: unknown[]) => ({ ...GOOD, expectations: { own } });
const withSteps = (...steps: unknown[]) => ({ ...GOOD, steps });

function faultsOf(content: unknown): string {
  try {
    readScenarioFile(typeof content === 'string' ? content : JSON.stringify(content), 'my.json');
  } catch (thrown) {
    expect(thrown).toMatchObject({
      code: 'scenario_file_malformed',
      action: expect.stringContaining('scenario-files.md'),
    });
    return thrown instanceof Error ? thrown.message : '';
  }
  return 'none';
}

describe('a scenario file', () => {
  it('is read as it is, also behind a byte order mark', () => {
    expect(readScenarioFile(`\uFEFF${JSON.stringify(GOOD)}`, 'my.json')).toEqual(GOOD);
  });

  it.each<[string, unknown, string]>([
    ['no JSON', '{\n  "a": 1,\n}', 'my.json: is no JSON from line 3, column 1 on.'],
    ['no object', '[]', 'my.json: is no JSON object.'],
    ['another kind of file', { name: 'x' }, 'is no scenario file: it must begin with "meterscope": "scenario"'],
    [
      'a later version',
      { ...GOOD, version: 2 },
      'version: must be 1, which is all that this version of the program reads',
    ],
    ['no name', { ...GOOD, name: undefined }, 'name: is missing'],
    ['an empty name', { ...GOOD, name: '' }, 'name: must not be empty'],
    ['a wrong type', { ...GOOD, waits: { quietSeconds: '5' } }, 'waits.quietSeconds: must be a number'],
    ['an object that is none', { ...GOOD, expectations: 'all' }, 'expectations: must be an object: { ... }'],
    ['an unknown scenario', withSteps({ submit: { scenario: 'residental' } }), 'did you mean residential?'],
    ['no submission', withSteps({ collect: {} }), 'steps[0]: must be the submission'],
    ['no step', withSteps(), 'steps: must not be empty'],
    [
      'a second submission',
      withSteps({ submit: { scenario: 'empty' } }, { submit: { scenario: 'empty' } }),
      'steps[1]: is a second submission',
    ],
    [
      'a step of two kinds',
      withSteps(GOOD.steps[0], { wait: { quietSeconds: 1 }, collect: {} }),
      'steps[1]: needs exactly one of submit, wait, collect',
    ],
    [
      'a wait for nothing',
      withSteps(GOOD.steps[0], { wait: {} }),
      'steps[1].wait: needs exactly one of events, quietSeconds',
    ],
    [
      'too many months',
      withSteps(GOOD.steps[0], { collect: { months: 40 } }),
      'steps[1].collect.months: must be at most 36',
    ],
    [
      'half a month',
      withSteps(GOOD.steps[0], { collect: { months: 1.5 } }),
      'steps[1].collect.months: must be a whole number',
    ],
    ['an unknown member', { ...GOOD, wait: {} }, 'wait: is not known; did you mean waits?'],
    [
      'a deep unknown member',
      withSteps({ submit: { scenario: 'empty', utilty: 'X' } }),
      'steps[0].submit.utilty: is not known; did you mean utility?',
    ],
    [
      'a member like no other',
      { ...GOOD, waits: { zebra: 1 } },
      'waits.zebra: is not known; known are patienceSeconds, quietSeconds',
    ],
    ['a secret', withSteps({ submit: { scenario: 'empty', password: 'x' } }), 'a scenario file holds no secrets'],
    [
      'an unknown built-in one',
      { ...GOOD, expectations: { leaveOut: ['meter.bill'] } },
      'expectations.leaveOut[0]: "meter.bill" is not known; did you mean meter.bills?',
    ],
    [
      'an expectation of nothing',
      withOwn({ name: 'x' }),
      'expectations.own[0]: needs exactly one of events, notes, meters, value, bills, intervals',
    ],
    [
      'two of one name',
      withOwn({ name: 'x', meters: { atLeast: 1 } }, { name: 'x', meters: { atMost: 1 } }),
      'expectations.own[1].name: is there twice',
    ],
    [
      'a range without bounds',
      withOwn({ name: 'x', meters: {} }),
      'expectations.own[0].meters: needs one of atLeast, atMost',
    ],
    [
      'a value without a test',
      withOwn({ name: 'x', value: { of: 'authorization', path: 'status' } }),
      'expectations.own[0].value: needs one of equals',
    ],
    [
      'a value of an unknown place',
      withOwn({ name: 'x', value: { of: 'each metre', path: 'status', equals: 1 } }),
      '"each metre" is not known; did you mean each meter?',
    ],
    [
      'a value that is no value',
      withOwn({ name: 'x', value: { of: 'authorization', path: 'status', equals: {} } }),
      'value.equals: must be a text, a number, true, false or null',
    ],
    [
      'a broken pattern',
      withOwn({ name: 'x', value: { of: 'authorization', path: 'status', matches: '(' } }),
      'value.matches: is no regular expression',
    ],
    [
      'a count with an order',
      withOwn({ name: 'x', events: { inOrder: ['a'], atMost: 1 } }),
      'events.atMost: goes with types, not with inOrder',
    ],
  ])('names the member and the cure: %s', (_what, content, words) => {
    const faults = faultsOf(content);
    expect(faults).toContain(words);
    expect(faults).toMatch(/^my\.json: /);
    expect(faults).not.toMatch(/undefined|Invalid|expected/);
  });

  it('is documented by an example that is one, and by the name of every built-in expectation', () => {
    const docs = readFileSync(new URL('../../../docs/scenario-files.md', import.meta.url), 'utf8');
    const [, example = ''] = /```json\n([^`]+)```/.exec(docs) ?? [];
    expect(readScenarioFile(example, 'example').expectations?.own).toHaveLength(8);
    for (const name of BUILT_IN_EXPECTATIONS) expect(docs).toContain(`\`${name}\``);
  });

  it('names the first faults and how many more there are', () => {
    const own = Array.from({ length: 7 }, (_, index) => ({ name: `n${index}`, meters: {} }));
    expect(faultsOf(withOwn(...own))).toMatch(/own\[4\]\.meters.*; and 2 more\.$/);
  });
});
