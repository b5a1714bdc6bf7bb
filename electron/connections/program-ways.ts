/** The ways of the program's requests: by its settings, with what is secret of them from the connections. */
import { DEFAULT_NETWORK, type Hop, openWays, type Way, type Ways } from '../network/index.ts';
import type { Connections } from './connections.ts';
import type { ProgramSettingsFile } from './program-settings.ts';

/** What a data folder says; it is opened after the HTTP client that needs the ways. */
interface Followed {
  settings: Pick<ProgramSettingsFile, 'get'>;
  connections: Pick<Connections, 'proxyPassword' | 'secrets'>;
}

export class ProgramWays implements Ways {
  readonly #ways: Ways;
  #followed: Followed | undefined;

  /** Until {@link follow}, as in a first start: a command without a data folder never gets further. */
  constructor(systemProxy: (url: string) => Promise<readonly Hop[]>) {
    this.#ways = openWays({
      setting: async () => (await this.#followed?.settings.get())?.network ?? DEFAULT_NETWORK,
      systemProxy,
      proxyPassword: async () => await this.#followed?.connections.proxyPassword(),
      clientCertificate: async (workspace) =>
        (await this.#followed?.connections.secrets.read(workspace))?.clientCertificate,
    });
  }

  follow(followed: Followed): void {
    this.#followed = followed;
  }

  async to(url: string, workspace: string | undefined): Promise<Way> {
    return await this.#ways.to(url, workspace);
  }
}
