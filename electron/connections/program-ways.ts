/** The ways of the program's requests: by its settings, with what is secret of them from the connections. */
import { DEFAULT_NETWORK, type Hop, openWays, type Way, type Ways } from '../network/index.ts';
import type { Policy } from '../policy/index.ts';
import type { Connections } from './connections.ts';
import type { ProgramSettingsFile } from './program-settings.ts';

/** What a data folder says; it is opened after the HTTP client that needs the ways. */
interface Followed {
  settings: Pick<ProgramSettingsFile, 'get'>;
  connections: Pick<Connections, 'proxyPassword' | 'secrets'>;
}

export class ProgramWays implements Ways {
  readonly #ways: Ways;
  readonly #policy: Policy;
  #followed: Followed | undefined;

  /** Until {@link follow}, as in a first start: a command without a data folder never gets further. */
  constructor(systemProxy: (url: string) => Promise<readonly Hop[]>, policy: Policy) {
    this.#policy = policy;
    const atFirst = policy.network(DEFAULT_NETWORK);
    this.#ways = openWays({
      setting: async () => (await this.#followed?.settings.get())?.network ?? atFirst,
      systemProxy,
      proxyPassword: async () => await this.#followed?.connections.proxyPassword(),
      clientCertificate: async (workspace) =>
        (await this.#followed?.connections.secrets.read(workspace))?.clientCertificate,
    });
  }

  follow(followed: Followed): void {
    this.#followed = followed;
  }

  /** @throws AppError `address_not_allowed`: whoever has a request comes by here, also after a redirect */
  async to(url: string, workspace: string | undefined): Promise<Way> {
    this.#policy.requireService(url);
    return await this.#ways.to(url, workspace);
  }
}
