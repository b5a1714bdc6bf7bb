import { z } from 'zod';
import { EXPORT_KINDS } from '../export-kinds.ts';
import { core, nothing } from './define.ts';

/** What an administrator can set. */
const policyPart = z.enum(['services', 'proxy', 'authorities', 'updates', 'exports', 'notifications']);
export type PolicyPart = z.infer<typeof policyPart>;

/** What the administrator of this computer has set (docs/administrators.md). */
const policyView = z.object({
  /** The policy file; absent where there is none. */
  file: z.string().optional(),
  /** The user of the program may change that file, which then protects nothing. */
  isOpenToUser: z.boolean(),
  /** What cannot be changed in the program. */
  locked: z.array(policyPart),
  /** The only exports that are allowed; absent: all. */
  exports: z.array(z.enum(EXPORT_KINDS)).optional(),
  /** The only services that are asked, e.g. `https://*.utility.example`; absent: all. */
  services: z.array(z.string()).optional(),
});
export type PolicyView = z.infer<typeof policyView>;

export const policyCalls = {
  'policy.get': core([]).query(nothing, policyView),
};
