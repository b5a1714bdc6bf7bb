import { z } from 'zod';
import { core, epochMillis, nothing } from './define.ts';

/** What a person needs to know of a certificate. */
export const certificate = z.object({
  /** Whom it is for: its common name, else its whole subject. */
  subject: z.string(),
  issuer: z.string(),
  validFrom: epochMillis,
  validTo: epochMillis,
  /** SHA-256, in hexadecimal pairs. */
  fingerprint: z.string(),
});
export type CertificateView = z.infer<typeof certificate>;

const proxy = z.object({
  /** `system`: as the system says; in a browser tab as the environment of the program says. */
  mode: z.enum(['system', 'manual', 'none']),
  /** Of a manual one. */
  address: z.string().trim().max(2000),
  /** Empty: it wants no sign-in. */
  user: z.string().trim().max(200),
  /** Hosts that are asked without a manual proxy. */
  except: z.string().trim().max(4000),
});
export type ProxySetting = z.infer<typeof proxy>;

const network = z.object({
  proxy: proxy.extend({ hasPassword: z.boolean() }),
  authorities: z.object({
    bundled: z.boolean(),
    system: z.boolean(),
    own: z.array(certificate),
    /** How many the system has. `none`: this runtime cannot read them here. */
    ofSystem: z.object({ count: z.number(), from: z.enum(['system', 'file', 'none']) }),
  }),
});
export type NetworkView = z.infer<typeof network>;

export const networkCalls = {
  'network.get': core(['connections']).query(nothing, network),
  'network.setProxy': core([]).command(proxy, nothing),
  /** Typed, or taken from the clipboard by the main side; absent: it is forgotten. */
  'network.setPassword': core([]).command(
    z.object({
      secret: z
        .union([z.object({ value: z.string().min(1).max(1000) }), z.object({ clipboard: z.literal(true) })])
        .optional(),
    }),
    nothing,
  ),
  'network.setAuthorities': core([]).command(z.object({ bundled: z.boolean(), system: z.boolean() }), nothing),
  /** The certificates of a PEM file, of which the page gives the text: they are public. Answers those that were added. */
  'network.addAuthorities': core([]).command(z.object({ pem: z.string().max(1_000_000) }), z.array(certificate)),
  'network.removeAuthority': core([]).command(z.object({ fingerprint: z.string().max(200) }), nothing),
};
