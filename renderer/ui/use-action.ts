import type { CallInput, CallName, CallOutput } from '#shared/contract/index.ts';
import { useCommand } from '../api/index.ts';
import { notifyFailure } from './notify.ts';

/**
 * A command that a button gives, and whose failure is a message on whatever screen is shown by then. `done` is called
 * with the answer, unless the button is gone.
 */
export function useAction<K extends CallName>(name: K) {
  const { mutate, isPending } = useCommand(name);
  const run = (input: CallInput<K>, done?: (answer: CallOutput<K>) => void) =>
    mutate(input, { onError: notifyFailure, onSuccess: (answer) => done?.(answer) });
  return { run, isPending };
}
