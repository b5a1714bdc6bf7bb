import { z } from 'zod';
import { core, epochMillis, errorValue, inWorkspace, nothing, STORE_AREAS } from './define.ts';

/** Settings of the whole program. What belongs to the window alone (appearance, columns) stays in the window. */
const programSettings = z.object({
  /** Notify of finished and failed jobs when the window is not in front. */
  notifications: z.boolean(),
  /** Ask `updateFeed` once a day whether there is a newer version. Off unless the user wants it. */
  updates: z.boolean(),
  /** https address of a small JSON file (electron/app/updates.ts); empty: no feed is asked. */
  updateFeed: z.string().trim().max(2000),
  /** After so many minutes, what a test submission should have led to counts as missing. */
  patienceMinutes: z.number().int().min(1).max(1440),
  /** An indefinite wait of a test submission counts as seen once nothing has changed for so many seconds. */
  quietSeconds: z.number().int().min(1).max(3600),
});
export type ProgramSettings = z.infer<typeof programSettings>;

const dataUse = z.object({
  folder: z.string(),
  /** Bytes on disk. */
  total: z.number(),
  logs: z.number(),
  uploads: z.number(),
  /** What others on this computer may read although they should not, a sentence each. */
  warnings: z.array(z.string()),
  workspaces: z.array(
    z.object({ workspace: z.string(), name: z.string(), folder: z.string(), store: z.number(), raw: z.number() }),
  ),
});
export type DataUse = z.infer<typeof dataUse>;

/** What is known of newer versions. */
const updateView = z.object({
  /** `off`: nothing is asked; `unasked`: not yet asked since the start. */
  state: z.enum(['off', 'unasked', 'current', 'newer', 'failed']),
  /** The newest version, where the feed named it. */
  version: z.string().optional(),
  /** Where a person reads about it and gets it. */
  page: z.string().optional(),
  askedAt: epochMillis.optional(),
  error: errorValue.optional(),
});
export type UpdateView = z.infer<typeof updateView>;

/** A package that is inside; `text` is its licence word by word, where it has one. */
const dependency = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string(),
  text: z.string().optional(),
});

export const settingsCalls = {
  'settings.get': core([]).query(nothing, programSettings),
  'settings.change': core([]).command(programSettings.partial(), nothing),
  /** Where the data is and how big it is. */
  'data.use': core([]).query(nothing, dataUse),
  /** Gives unused space of a workspace's store back; answers the bytes before and after. */
  'data.compact': core([]).command(inWorkspace, z.object({ before: z.number(), after: z.number() })),
  /** Deletes all data of a workspace; its settings and tokens stay. */
  'data.clear': core(STORE_AREAS).command(inWorkspace, nothing),
  /** Copies everything into an empty folder and uses it there from then on. Error `move_not_finished`: that is so, but something did not go on. */
  'data.move': core([]).command(z.object({ folder: z.string().min(1).max(4000) }), nothing),
  /** Shows the data folder in the system's file manager. */
  'data.show': core([]).command(nothing, nothing),
  /** Writes a redacted support bundle and answers where; the browser host answers it as base64 to save. */
  'support.save': core([]).command(
    nothing,
    z.object({ path: z.string().optional(), name: z.string(), bytes: z.number(), base64: z.string().optional() }),
  ),
  /** Without a request. */
  'updates.get': core([]).query(nothing, updateView),
  /** Asks now. Refused with `updates_off` while it is switched off. */
  'updates.ask': core([]).command(nothing, updateView),
  'about.licences': core([]).query(nothing, z.array(dependency)),
};
