/** The authorities of Settings, Network as a PEM file: the library that goes to a team server takes them from a file only. */
import type { DataFiles } from '../host/index.ts';
import { authoritiesOf, type NetworkSetting } from '../network/index.ts';
import type { ProgramSettingsFile } from './program-settings.ts';

const FILE = 'authorities.pem';

export class AuthoritiesFile {
  readonly #files: DataFiles;
  readonly #settings: Pick<ProgramSettingsFile, 'get'>;
  /** By setting, which is the same object as long as nothing was changed: reading the system's store takes a moment. */
  readonly #texts = new WeakMap<NetworkSetting['authorities'], string | undefined>();

  constructor(files: DataFiles, settings: Pick<ProgramSettingsFile, 'get'>) {
    this.#files = files;
    this.#settings = settings;
  }

  /** Where the file is, with what the setting says now. Undefined where that is what Node believes by itself. @throws AppError of DataFiles */
  async place(): Promise<string | undefined> {
    const { authorities } = (await this.#settings.get()).network;
    if (!this.#texts.has(authorities)) {
      this.#texts.set(
        authorities,
        authoritiesOf(authorities)
          ?.map((pem) => `${pem.trimEnd()}\n`)
          .join(''),
      );
    }
    const text = this.#texts.get(authorities);
    if (text === undefined) return undefined;
    if ((await this.#files.readText(FILE)) !== text) await this.#files.write(FILE, text);
    return this.#files.place(FILE);
  }
}
