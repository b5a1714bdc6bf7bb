/** Settings of the whole program, in `settings.json` of the data folder. */
import { z } from 'zod';
import type { PolicyPart } from '#shared/contract/policy.ts';
import type { ProgramSettings } from '#shared/contract/settings.ts';
import { AppError } from '#shared/errors.ts';
import { isObject, parsedJson } from '#shared/json.ts';
import type { DataFiles } from '../host/index.ts';
import { DEFAULT_NETWORK, type NetworkSetting, networkSetting } from '../network/index.ts';
import { NO_POLICY, type Policy } from '../policy/index.ts';

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
  readonly #policy: Policy;
  #settings: Promise<{ chosen: object; own: StoredSettings; set: StoredSettings }> | undefined;
  #damaged = false;

  constructor(files: DataFiles, policy = NO_POLICY) {
    this.#files = files;
    this.#policy = policy;
  }

  /**
   * What counts: the user's own settings, and over them the policy's. A missing file, or member, counts as its default, and
   * so does a damaged file.
   */
  async get(): Promise<StoredSettings> {
    this.#settings ??= this.#read();
    return (await this.#settings).set;
  }

  /** The user's own settings, also where the policy says otherwise. */
  async own(): Promise<StoredSettings> {
    this.#settings ??= this.#read();
    return (await this.#settings).own;
  }

  /** What is wrong with the file, for the log. */
  async damage(): Promise<AppError | undefined> {
    await this.get();
    return this.#damaged ? unreadable(this.#files.place(FILE)) : undefined;
  }

  /**
   * @throws AppError `settings_unreadable` where the file is damaged: it is left as it is, for a repair by hand;
   * `set_by_administrator`
   */
  async change(change: Partial<StoredSettings>): Promise<StoredSettings> {
    for (const name of Object.keys(change)) {
      const part = PARTS[name];
      if (part !== undefined) this.#policy.requireFree(part);
    }
    // It may have been repaired, or moved away, since.
    if (await this.damage()) this.#settings = this.#read();
    const damage = await this.damage();
    if (damage) throw damage;
    // Only what the user chose: a default that was written would stay when the policy, or the program, has another one.
    const chosen = { ...(await this.#settings)?.chosen, ...change };
    await this.#files.write(FILE, `${JSON.stringify(chosen, null, 2)}\n`);
    const next = this.#under(chosen);
    this.#settings = Promise.resolve(next);
    return next.set;
  }

  async #read() {
    const text = await this.#files.readText(FILE);
    const found = text === undefined ? {} : parsedJson(text);
    this.#damaged = !isObject(found);
    return this.#under(isObject(found) ? found : {});
  }

  /** @param chosen members of the file: what is missing, or wrong, counts as its default */
  #under(chosen: object) {
    const own = schema.parse({ ...this.#policy.defaults, ...chosen });
    return { chosen, own, set: this.#policy.over(own) };
  }
}

/** Settings that a policy may lock; of the network, the calls that change it ask. */
const PARTS: Readonly<Record<string, PolicyPart>> = {
  notifications: 'notifications',
  updates: 'updates',
  updateFeed: 'updates',
};

function unreadable(file: string): AppError {
  return new AppError({
    code: 'settings_unreadable',
    message: `The settings in ${file} cannot be read.`,
    action: 'Repair the file, restore it from a backup, or move it away to begin with the settings of a first start.',
    details: { file },
  });
}
