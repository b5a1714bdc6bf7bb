/** Calls that the store answers: passed on as they are; windows refetch what a command changed. */
import { calls, type HandlerInput, type StoreCallName, storeCallNames } from '#shared/contract/index.ts';
import type { Handlers } from '../../rpc/index.ts';
import type { AppParts } from '../parts.ts';

export function storeHandlers({ engine, topics }: Pick<AppParts, 'engine' | 'topics'>): Pick<Handlers, StoreCallName> {
  const handlers = storeCallNames.map((name) => {
    const { kind, areas } = calls[name];
    const handler = async (input: HandlerInput<typeof name>) => {
      const answer = await engine.call(name, input);
      if (kind === 'command') topics.publish('store.changed', { workspace: input.workspace, areas });
      return answer;
    };
    return [name, handler];
  });
  // Object.fromEntries forgets which key has which function; the map above pairs them by name.
  return Object.fromEntries(handlers) as Pick<Handlers, StoreCallName>;
}
