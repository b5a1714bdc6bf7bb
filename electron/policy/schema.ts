/** What a policy file may say. docs/policy.schema.json is made of this, and docs/administrators.md explains it. */
import { z } from 'zod';
import { EXPORT_KINDS } from '#shared/export-kinds.ts';

/** https, a host or `*.` and one, perhaps a port; no path. */
const SERVICE = /^https:\/\/(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?$/i;

export const policySchema = z
  .strictObject({
    $schema: z.string().optional().describe('For editors; not read.'),
    version: z.literal(1).describe('Of this format.'),
    services: z
      .strictObject({
        allowed: z
          .array(z.string().regex(SERVICE, 'must be like https://utility.example or https://*.utility.example'))
          .min(1)
          .max(200)
          .describe('The only services that are asked: https://utility.example, https://*.utility.example.'),
      })
      .optional()
      .describe('Which services the program talks to. This computer itself is always allowed.'),
    proxy: z
      .strictObject({
        mode: z.enum(['system', 'manual', 'none']).describe('As the system says, the one named here, or none.'),
        address: z.string().max(2000).optional().describe('Of a manual one: http://proxy.example:3128.'),
        except: z.string().max(4000).optional().describe('Hosts that are asked without a manual proxy.'),
      })
      .optional(),
    authorities: z
      .strictObject({
        bundled: z.boolean().default(true).describe('Those that come with the program.'),
        system: z.boolean().default(true).describe('Those that the system trusts.'),
        files: z
          .array(z.string().min(1).max(1000))
          .max(100)
          .default([])
          .describe('PEM files, in the folder of the policy or with their whole path.'),
      })
      .optional()
      .describe('Whose certificates are believed.'),
    updates: z
      .strictObject({
        check: z.boolean().describe('Whether a newer version is looked for once a day.'),
        feed: z.string().max(2000).optional().describe('https address that is asked.'),
      })
      .optional(),
    exports: z
      .strictObject({
        allowed: z.array(z.enum(EXPORT_KINDS)).describe('The only ones that are allowed; an empty list allows none.'),
      })
      .optional()
      .describe('What may be saved, and sent to another machine.'),
    notifications: z
      .strictObject({
        show: z
          .boolean()
          .describe('Whether the system shows notifications: of what ended or began to fail, and of a newer version.'),
        mayChange: z.boolean().default(false).describe('Only a default: users may choose.'),
      })
      .optional(),
  })
  .describe('What an administrator sets for Meterscope on this computer.');
