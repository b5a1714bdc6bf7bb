/**
 * How readings lie in their table. Questions of one meter are quick where its readings are together; a sync a day scatters them.
 * The keeper of a store packs them again, behind the user's back: `runs.ts` says which, `pack.ts` moves them.
 */
export { Keeper } from './keeper.ts';
export type { PackingRules } from './runs.ts';
