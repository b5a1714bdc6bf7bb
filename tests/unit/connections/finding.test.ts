import { expect, it } from 'vitest';
import { failed, finding } from '../../../electron/connections/finding.ts';
import { AppError, abortError } from '../../../shared/errors.ts';

it('a check that fails becomes a finding with what can be done; a cancelled one is no finding', async () => {
  const refuse = async () => {
    throw new AppError({ code: 'x', message: 'No.', action: 'Ask.' });
  };
  expect(await finding('a', 'A', refuse)).toEqual({
    id: 'a',
    title: 'A',
    state: 'failed',
    message: 'No.',
    action: 'Ask.',
  });
  const cancel = async () => {
    throw abortError();
  };
  await expect(finding('a', 'A', cancel)).rejects.toMatchObject({ name: 'AbortError' });
});

it('a failure without a next step has none', () => {
  expect(failed({ code: 'x', message: 'No.' })).toEqual({ state: 'failed', message: 'No.' });
});
