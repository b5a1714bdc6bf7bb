/** Settings of the whole program, in `settings.json` of the data folder. */
import path from 'node:path';
import { z } from 'zod';
import type { ProgramSettings } from '#shared/contract/settings.ts';
import { readFileIfThere, writeFileAtomic } from './atomic-file.ts';

const schema = z.object({
  notifications: z.boolean().catch(true),
  updates: z.boolean().catch(false),
  updateFeed: z.string().catch(''),
});

export class ProgramSettingsFile {
  readonly #file: string;
  #settings: Promise<ProgramSettings> | undefined;

  constructor(dataFolder: string) {
    this.#file = path.join(dataFolder, 'settings.json');
  }

  /** What is set; a damaged or missing file, or member, counts as its default. */
  async get(): Promise<ProgramSettings> {
    this.#settings ??= this.#read();
    return await this.#settings;
  }

  async change(change: Partial<ProgramSettings>): Promise<ProgramSettings> {
    const next = schema.parse({ ...(await this.get()), ...change });
    this.#settings = Promise.resolve(next);
    await writeFileAtomic(this.#file, `${JSON.stringify(next, null, 2)}\n`, 0o600);
    return next;
  }

  async #read(): Promise<ProgramSettings> {
    const text = await readFileIfThere(this.#file);
    return schema.parse(asObject(text));
  }
}

function asObject(text: string | undefined): unknown {
  try {
    const value: unknown = text === undefined ? {} : JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
