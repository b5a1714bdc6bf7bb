/** Which results of pre-checks are kept for the next time. */
import { expect, it } from 'vitest';
import { Checks } from '../../../electron/app/checks.ts';
import type { ErrorValue } from '../../../shared/errors.ts';

/** Checks whose processes answer with these errors, one after the other, for a document that stays the same. */
function bench(...errors: ErrorValue[]) {
  let started = 0;
  const start = () => {
    const exits: ((code: number | null) => void)[] = [];
    let told = (_message: unknown) => {};
    return {
      onExit: (listener: (typeof exits)[number]) => exits.push(listener),
      onMessage: (listener: typeof told) => {
        told = listener;
      },
      postMessage: () => told({ kind: 'done', result: { error: errors[started++] } }),
      kill: () => {
        for (const exit of exits) exit(0);
      },
    };
  };
  const located = { name: 'a.xml', bytes: 1, document: { bytes: new Uint8Array() }, version: '1' };
  const checks = new Checks(
    // Only what is used.
    { host: { start }, topics: { publish: () => undefined } } as never,
    { locate: async () => located } as never,
  );
  const code = async () => (await checks.view({ workspace: 'w', document: { handle: 'h' } })).error?.code;
  return { code, started: () => started };
}

it.each(['file_unreadable', 'unexpected'])('that a document cannot be read is asked again: %s', async (code) => {
  const { code: seen, started } = bench({ code, message: 'x' }, { code: 'not_well_formed', message: 'y' });
  expect([await seen(), await seen(), started()]).toEqual([code, 'not_well_formed', 2]);
});

it.each(['not_well_formed', 'feed_doctype'])('what is wrong with its content stays with it: %s', async (code) => {
  const { code: seen, started } = bench({ code, message: 'x' });
  expect([await seen(), await seen(), started()]).toEqual([code, code, 1]);
});
