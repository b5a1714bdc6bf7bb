/** A team's server as a workspace reads it: the questions of the contract, with the address, which has the password in it. */
import type { CallInput, CallOutput } from '#shared/contract/index.ts';
import type { teamCalls } from '#shared/contract/team.ts';

type Asked = Exclude<keyof typeof teamCalls, 'team.cancel' | 'team.pull'>;

/** As the contract's, but asked of the server at `address`; cancelled as any call. */
export type TeamCalls = {
  [K in Asked]: { input: Omit<CallInput<K>, 'token'> & { address: string }; output: CallOutput<K> };
};
