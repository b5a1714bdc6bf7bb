import { describe, expect, it } from 'vitest';
import { followedAgain, newObservation, newRun } from '../../../electron/support-desk/run-parts.ts';

describe('following again', () => {
  const run = newRun('w', { form: 'f', utility: 'DEMO', scenario: 'residential' }, 0);
  const seen = { ...newObservation(0, 0, 'r'), collected: ['m'], collecting: true };

  it('has patience anew, and sends no collection twice', () => {
    const { observation } = followedAgain(run, seen, 5000);
    expect(observation).toMatchObject({ patientSince: 5000, collected: ['m'], collecting: true });
  });

  it('sends a collection again that was refused', () => {
    const { observation } = followedAgain(run, { ...seen, refusal: 'All are expired.' }, 5000);
    expect(observation).toMatchObject({ collected: undefined, collecting: false });
    expect(observation.refusal).toBeUndefined();
  });
});
