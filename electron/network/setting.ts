/** The network setting as it is kept: one for every request of the program. Nothing of it is secret. */
import { z } from 'zod';

export const networkSetting = z.object({
  proxy: z
    .object({
      /** `system`: as the system says, by the environment where there is no desktop. */
      mode: z.enum(['system', 'manual', 'none']),
      /** Of a manual one: `http://proxy.example:3128`. */
      address: z.string(),
      /** Empty: the proxy wants no sign-in. The password is sealed with the other secrets. */
      user: z.string(),
      /** Hosts that are asked without a manual proxy (exceptions.ts). */
      except: z.string(),
    })
    .prefault({ mode: 'system', address: '', user: '', except: '' }),
  authorities: z
    .object({
      /** Those that come with the program: Mozilla's list, as Node has it. */
      bundled: z.boolean(),
      /** Those that the system trusts. */
      system: z.boolean(),
      /** Added by hand: PEM texts, one certificate each. */
      own: z.array(z.string()),
    })
    .prefault({ bundled: true, system: true, own: [] }),
});
export type NetworkSetting = z.infer<typeof networkSetting>;

/** Of a first start. */
export const DEFAULT_NETWORK: NetworkSetting = networkSetting.parse({});
