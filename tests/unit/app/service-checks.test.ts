import { describe, expect, it } from 'vitest';
import { ServiceChecks } from '../../../electron/app/service-check/service-checks.ts';
import { CONSENTS } from '../../../shared/service-check.ts';

/** Checks of one workspace; nothing is sent. @param connections what else a run needs; without it none begins to ask */
function checks(mode: 'test' | 'live', readOnly = false, connections: object = {}): ServiceChecks {
  const parts = {
    connections: {
      workspaces: { get: () => ({ mode, readOnly }) },
      ready: () => new Promise(() => undefined),
      ...connections,
    },
    http: { log: { subscribe: () => () => undefined } },
    topics: { publish: () => undefined },
    log: { warn: () => undefined },
  };
  // Of its parts only these are used.
  return new ServiceChecks(parts as never);
}

describe('what a check of a service may change', () => {
  it('is all of it for the demo', () => {
    const { offers, isLive } = checks('test').state('demo');
    expect(offers.map(({ consent }) => consent)).toEqual(CONSENTS);
    expect(offers.every(({ cannot }) => cannot === undefined)).toBe(true);
    expect(isLive).toBe(false);
  });

  it('is a refresh elsewhere, and nobody has chosen it where real customers are behind the service', () => {
    const { offers, isLive } = checks('live').state('w');
    expect(offers.filter(({ cannot }) => cannot === undefined).map(({ consent }) => consent)).toEqual(['refresh']);
    expect(isLive).toBe(true);
  });

  it('is nothing where the workspace is read-only, whatever is asked for', () => {
    const all = checks('live', true);
    expect(all.state('w').offers.every(({ cannot }) => cannot === 'The workspace is read-only.')).toBe(true);
    expect(() => all.start('w', ['refresh'])).toThrow(expect.objectContaining({ code: 'check_step_refused' }));
    expect(all.state('w').run).toBeUndefined();
  });
});

describe('a check of a service', () => {
  it('is one at a time, names its steps before it begins, and those without a consent only read', () => {
    const one = checks('test');
    one.start('demo', ['revoke', 'refresh']);
    const { run } = one.state('demo');
    expect(run?.state).toBe('running');
    // In the order in which they are taken, not in that of the choice.
    expect(run?.steps.slice(-2).map(({ title }) => title)).toEqual([
      'Renew an access_token',
      'Revoke an authorization',
    ]);
    expect(() => one.start('demo', [])).toThrow(expect.objectContaining({ code: 'check_running' }));
    one.start('other', []);
    expect(one.state('other').run?.steps).toHaveLength((run?.steps.length ?? 0) - 2);
    expect(() => one.report('demo', 'json')).toThrow(expect.objectContaining({ code: 'no_check' }));
    one.close();
  });

  it('takes an answer for the step that it is about only: a second click answers no other question', async () => {
    const one = checks('test', false, {
      ready: async () => ({ oauth: {} }),
      bases: async () => ({ espiBase: 'http://127.0.0.1:1/espi' }),
      demoBootstrap: async () => ({ control_url: 'http://127.0.0.1:1', utility: 'DEMO', test_prefix: 'd' }),
      probe: () => ({
        prepare: async () => undefined,
        held: async () => ({ classes: [], isClientStale: false, grants: [] }),
        bits: async () => [],
      }),
      endpoints: { find: async () => ({}) },
    });
    const [first, second] = ['Make an authorization', 'Have notifications sent'];
    const stateOf = (title: string) => one.state('demo').run?.steps.find((step) => step.title === title)?.state;
    one.start('demo', ['authorize', 'notify']);
    await expect.poll(() => stateOf(first)).toBe('asking');
    one.answer('demo', first, true);
    await expect.poll(() => stateOf(second)).toBe('asking');
    one.answer('demo', first, true);
    await new Promise((resolve) => setImmediate(resolve));
    expect(stateOf(second)).toBe('asking');
    one.answer('demo', second, false);
    await expect.poll(() => one.state('demo').run?.state).toBe('done');
    expect([stateOf(first), stateOf(second)]).toEqual(['done', 'skipped']);
    one.close();
  });
});
