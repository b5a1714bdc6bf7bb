/** What the administrator of this computer has set. The core and the commands ask here; the page only shows it. */
import type { PolicyPart, PolicyView } from '#shared/contract/policy.ts';
import { AppError } from '#shared/errors.ts';
import { EXPORT_NAMES, type ExportKind } from '#shared/export-kinds.ts';
import { isLoopback } from '#shared/safe-transport.ts';
import type { NetworkSetting } from '../network/index.ts';
import { isOpenToUser } from './place.ts';

/** What a policy file came to; what is absent is left to the user. */
export interface PolicyContent {
  services: readonly string[] | undefined;
  proxy: Omit<NetworkSetting['proxy'], 'user'> | undefined;
  authorities: NetworkSetting['authorities'] | undefined;
  updates: { check: boolean; feed?: string | undefined } | undefined;
  exports: readonly ExportKind[] | undefined;
  notifications: { show: boolean; mayChange: boolean } | undefined;
}

/** Settings that a policy may decide. */
interface Governed {
  notifications: boolean;
  updates: boolean;
  updateFeed: string;
  network: NetworkSetting;
}

export class Policy {
  /** Undefined where there is no policy. */
  readonly file: string | undefined;
  readonly #content: Partial<PolicyContent>;

  constructor(file?: string, content: Partial<PolicyContent> = {}) {
    this.file = file;
    this.#content = content;
  }

  /** What the user cannot change. */
  get locked(): PolicyPart[] {
    const { services, proxy, authorities, updates, exports, notifications } = this.#content;
    const set = { services, proxy, authorities, updates, exports };
    const parts = (Object.keys(set) as (keyof typeof set)[]).filter((part) => set[part] !== undefined);
    return notifications === undefined || notifications.mayChange ? parts : [...parts, 'notifications'];
  }

  /** Whether data may leave the program in this way. */
  allows(kind: ExportKind): boolean {
    return this.#content.exports?.includes(kind) ?? true;
  }

  /** @throws AppError `export_not_allowed` */
  requireExport(kind: ExportKind): void {
    if (this.allows(kind)) return;
    throw new AppError({
      code: 'export_not_allowed',
      message: `${EXPORT_NAMES[kind]} is not allowed on this computer. Set by your administrator.`,
      action: 'Ask your administrator if you need it.',
      details: { kind, file: this.file },
    });
  }

  /** @throws AppError `set_by_administrator` where the user cannot change it */
  requireFree(part: PolicyPart): void {
    if (!this.locked.includes(part)) return;
    throw new AppError({
      code: 'set_by_administrator',
      message: 'This is set by your administrator, so it was not changed.',
      action: 'Ask your administrator if it should be different.',
      details: { part, file: this.file },
    });
  }

  /**
   * Asked for every address before anything is sent there. This computer itself is always allowed, and so is the address
   * where the policy has newer versions looked for.
   * @throws AppError `address_not_allowed`
   */
  requireService(address: string): void {
    const { services, updates } = this.#content;
    if (services === undefined) return;
    const url = new URL(address);
    const ofPolicy = updates?.feed !== undefined && new URL(updates.feed).origin === url.origin;
    if (isLoopback(url.hostname) || ofPolicy || services.some((one) => covers(one, url))) return;
    throw new AppError({
      code: 'address_not_allowed',
      message: `The service ${url.origin} is not allowed on this computer. Set by your administrator.`,
      action: `Allowed: ${services.join(', ')}. Ask your administrator if you need another one.`,
      details: { origin: url.origin, file: this.file },
    });
  }

  /** What counts where the user has chosen nothing. */
  get defaults(): Partial<Governed> {
    const { notifications } = this.#content;
    return notifications === undefined ? {} : { notifications: notifications.show };
  }

  /** The user's settings, and over them what the policy sets. */
  over<T extends Governed>(own: T): T {
    const { updates, notifications } = this.#content;
    return {
      ...own,
      network: this.network(own.network),
      ...(updates && { updates: updates.check, updateFeed: updates.feed ?? own.updateFeed }),
      ...(notifications && !notifications.mayChange && { notifications: notifications.show }),
    };
  }

  /** The user's network setting, and over it what the policy sets; the same object where that is nothing. */
  network(own: NetworkSetting): NetworkSetting {
    const { proxy, authorities } = this.#content;
    if (proxy === undefined && authorities === undefined) return own;
    // A user name, and its password, are for the proxy that they were entered for, and for no other.
    const user = proxy?.address === own.proxy.address ? own.proxy.user : '';
    return { proxy: proxy === undefined ? own.proxy : { ...proxy, user }, authorities: authorities ?? own.authorities };
  }

  view(): PolicyView {
    const { services, exports } = this.#content;
    return {
      ...(this.file === undefined ? {} : { file: this.file }),
      isOpenToUser: this.file !== undefined && isOpenToUser(this.file),
      locked: this.locked,
      ...(services && { services: [...services] }),
      ...(exports && { exports: [...exports] }),
    };
  }
}

/** Of a computer without a policy. */
export const NO_POLICY = new Policy();

/** Whether an entry like `https://*.utility.example` has an address. */
function covers(entry: string, { protocol, hostname, port }: URL): boolean {
  const [, any = '', host = '', wanted = ''] = /^https:\/\/(\*\.)?([^:]+)(?::(\d+))?$/i.exec(entry) ?? [];
  if (protocol !== 'https:' || (wanted === '443' ? '' : wanted) !== port) return false;
  const name = host.toLowerCase();
  return any === '' ? hostname === name : hostname.endsWith(`.${name}`);
}
