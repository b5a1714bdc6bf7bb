/** Settings of the whole program, in `settings.json` of the data folder. */
import { z } from 'zod';
import type { ProgramSettings } from '#shared/contract/settings.ts';
import { AppError } from '#shared/errors.ts';
import { isObject, parsedJson } from '#shared/json.ts';
import type { DataFiles } from '../host/index.ts';
import { DEFAULT_NETWORK, type NetworkSetting, networkSetting } from '../network/index.ts';

const schema = z.object({
  notifications: z.boolean().catch(true),
  updates: z.boolean().catch(false),
  updateFeed: z.string().catch(''),
  patienceMinutes: z.number().catch(30),
  quietSeconds: z.number().catch(20),
  network: networkSetting.catch(DEFAULT_NETWORK),
});

/** As kept: what the window may change at once, and the network, which has calls of its own. */
type StoredSettings = ProgramSettings & { network: NetworkSetting };

const FILE = 'settings.json';

export class ProgramSettingsFile {
  readonly #files: DataFiles;
  #settings: Promise<StoredSettings> | undefined;
  #damaged = false;

  constructor(files: DataFiles) {
    this.#files = files;
  }

  /** What is set; a missing file, or member, counts as its default, and so does a damaged file. */
  async get(): Promise<StoredSettings> {
    this.#settings ??= this.#read();
    return await this.#settings;
  }

  /** What is wrong with the file, for the log. */
  async damage(): Promise<AppError | undefined> {
    await this.get();
    return this.#damaged ? unreadable(this.#files.place(FILE)) : undefined;
  }

  /** @throws AppError `settings_unreadable` where the file is damaged: it is left as it is, for a repair by hand */
  async change(change: Partial<StoredSettings>): Promise<StoredSettings> {
    // It may have been repaired, or moved away, since.
    if (await this.damage()) this.#settings = this.#read();
    const damage = await this.damage();
    if (damage) throw damage;
    const next = schema.parse({ ...(await this.get()), ...change });
    await this.#files.write(FILE, `${JSON.stringify(next, null, 2)}\n`);
    this.#settings = Promise.resolve(next);
    return next;
  }

  async #read(): Promise<StoredSettings> {
    const text = await this.#files.readText(FILE);
    const found = text === undefined ? {} : parsedJson(text);
    this.#damaged = !isObject(found);
    return schema.parse(this.#damaged ? {} : found);
  }
}

function unreadable(file: string): AppError {
  return new AppError({
    code: 'settings_unreadable',
    message: `The settings in ${file} cannot be read.`,
    action: 'Repair the file, restore it from a backup, or move it away to begin with the settings of a first start.',
    details: { file },
  });
}
