/** The team server of a workspace: the PostgreSQL server that it publishes to and takes meters from (docs/postgres.md). */
import { z } from 'zod';
import { check, incoming } from './connections.ts';
import { core, inWorkspace, nothing } from './define.ts';

/**
 * How the way there is protected. `verify-full`: encrypted, and the certificate must be right; `require`: encrypted, with any
 * certificate; `disable`: in plain.
 */
const sslMode = z.enum(['verify-full', 'require', 'disable']);
export type TeamServerSslMode = z.infer<typeof sslMode>;

/** Where it is and as whom; never with a password. */
export const teamServerAddress = z.strictObject({
  /** A name, or an address of IPv4 or IPv6 without brackets. */
  host: z
    .string()
    .max(253)
    .regex(/^[^\s/@?#%[\]]+$/, 'must be a name or an address alone'),
  port: z.number().int().min(1).max(65_535),
  database: z
    .string()
    .max(63)
    .regex(/^[^/?#]+$/, 'must be a name without / ? #'),
  user: z.string().min(1).max(63),
  sslMode,
});
export type TeamServerAddress = z.infer<typeof teamServerAddress>;

export const teamServerCalls = {
  /** `address` is absent where none was entered. */
  'teamServer.get': core(['workspaces', 'connections']).query(
    inWorkspace,
    z.object({ address: teamServerAddress.optional(), hasPassword: z.boolean() }),
  ),
  /** Keeps the address. A password that was entered for another one is forgotten. */
  'teamServer.set': core([]).command(inWorkspace.extend({ address: teamServerAddress }), nothing),
  /** Keeps the password, sealed, or forgets it where none is given. Refused with `team_server_missing`, `not_a_password`. */
  'teamServer.setPassword': core([]).command(inWorkspace.extend({ secret: incoming.optional() }), nothing),
  /** Forgets address and password. */
  'teamServer.forget': core([]).command(inWorkspace, nothing),
  /** Goes there and says how far it came: name, port, encryption, sign-in, database, tables, rights. Refused with `team_server_missing`. */
  'teamServer.test': core([]).command(inWorkspace, z.array(check)),
};
