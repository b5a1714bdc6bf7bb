/**
 * Serves the contract, whatever the transport: checks the name, the input and the output, and turns every failure
 * into an error value. Transports check the sender before they come here.
 */
import {
  type CallInput,
  type CallName,
  type CallOutput,
  calls,
  type HandlerInput,
  type Reply,
  type StoreCallName,
} from '#shared/contract/index.ts';
import { AppError, toErrorValue } from '#shared/errors.ts';

/** One function for each call of the contract; a missing one does not compile. */
export type Handlers = {
  [K in CallName]: (input: HandlerInput<K>) => Promise<CallOutput<K>> | CallOutput<K>;
};

/** Of the calls of an area, those that the core answers. */
export type CoreHandlers<Area> = Pick<Handlers, Exclude<keyof Area & CallName, StoreCallName>>;

/** Answers a call that came over a transport. Never throws. */
export type Dispatch = (name: string, input: unknown) => Promise<Reply<unknown>>;

/**
 * @param handlers the implementation of the contract
 * @param onUnexpected is called with errors that nobody foresaw, for the log
 */
export function createDispatch(handlers: Handlers, onUnexpected: (name: string, error: unknown) => void): Dispatch {
  return async (name, input) => {
    try {
      if (!isCallName(name)) {
        throw new AppError({ code: 'unknown_call', message: `There is no call "${name.slice(0, 100)}".` });
      }
      return { ok: true, value: await callHandler(handlers, name, input) };
    } catch (error) {
      if (!(error instanceof AppError)) onUnexpected(name, error);
      return { ok: false, error: toErrorValue(error) };
    }
  };
}

function isCallName(name: string): name is CallName {
  return Object.hasOwn(calls, name);
}

async function callHandler<K extends CallName>(handlers: Handlers, name: K, input: unknown): Promise<unknown> {
  const definition = calls[name];
  const parsed = definition.input.safeParse(input);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new AppError({
      code: 'bad_input',
      message: `${issue?.path.join('.') || 'The input'} cannot be used: ${issue?.message ?? 'it cannot be read'}.`,
      action: 'Correct it, then try again.',
      details: { call: name },
    });
  }
  // The schema of this very call produced it; TypeScript cannot follow K through the table.
  const value = await handlers[name](parsed.data as HandlerInput<K>);
  const checked = definition.output.safeParse(value);
  if (!checked.success) {
    const issue = checked.error.issues[0];
    throw new Error(`"${name}" answered against the contract: ${issue?.path.join('.')}: ${issue?.message}`);
  }
  return checked.data;
}

/** Typed calls without a transport, for the core's own use and for tests. @throws AppError */
export async function callLocally<K extends CallName>(
  dispatch: Dispatch,
  name: K,
  input: CallInput<K>,
): Promise<CallOutput<K>> {
  const reply = await dispatch(name, input);
  if (!reply.ok) throw new AppError(reply.error);
  return reply.value as CallOutput<K>; // checked against the output schema of this call
}
