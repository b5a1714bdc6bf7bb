/**
 * How readings lie in their table. Questions of one meter are quick where its readings are together; a sync a day scatters them.
 * The keeper of a store (`keeper.ts`) packs them again, behind the user's back: `runs.ts` says which, `pack.ts` moves them.
 */
export { Packer } from './pack.ts';
export { PACKING, type PackingRules } from './runs.ts';
