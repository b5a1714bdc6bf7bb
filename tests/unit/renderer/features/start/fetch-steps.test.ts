import { expect, it } from 'vitest';
import { fetchSteps } from '../../../../../renderer/features/start/fetch-steps.ts';

it.each([
  // A service is asked, and nothing has come of it yet.
  [{ demo: false, serviceReady: true, running: true, authorizations: 0 }, ['now', 'next', 'next']],
  [{ demo: false, serviceReady: true, running: true, authorizations: 3 }, ['done', 'done', 'now']],
  // The embedded one starts, is there, is asked, has listed.
  [{ demo: true, serviceReady: false, running: false, authorizations: 0 }, ['now', 'next', 'next']],
  [{ demo: true, serviceReady: true, running: false, authorizations: 0 }, ['done', 'next', 'next']],
  [{ demo: true, serviceReady: true, running: true, authorizations: 0 }, ['done', 'now', 'next']],
  [{ demo: true, serviceReady: true, running: true, authorizations: 3 }, ['done', 'done', 'now']],
] as const)('the first fetch of %o is at %j', (known, [reach, list, fetch]) => {
  expect(fetchSteps(known)).toEqual({ reach, list, fetch });
});
