/** The workspaces: two that are always there and the live ones, kept in `workspaces.json` of the data folder. */
import { z } from 'zod';
import { requestPolicy } from '#shared/contract/requests.ts';
import { shareSettings } from '#shared/contract/share.ts';
import { teamServerAddress } from '#shared/contract/team-server.ts';
import { AppError } from '#shared/errors.ts';
import type { DataFiles } from '../host/index.ts';
import { DEMO_WORKSPACE, FILES_WORKSPACE, type Workspace, workspaceSchema } from './workspace.ts';

const FILE = 'workspaces.json';

const fileSchema = z.object({
  version: z.literal(1),
  workspaces: z.array(z.unknown()),
  /** Changed settings of the built-in ones. */
  builtIn: z
    .record(
      z.string(),
      z.object({
        color: z.string().optional(),
        zone: z.string().optional(),
        requests: requestPolicy.optional().catch(undefined),
        teamServer: teamServerAddress.optional().catch(undefined),
        share: shareSettings.optional().catch(undefined),
      }),
    )
    .default({}),
});

/** Settings of a workspace that its owner may change; the id, kind and age stay. */
export type WorkspaceChange = Partial<Omit<Workspace, 'id' | 'kind' | 'createdAt'>>;
/** What a new workspace needs; the rest has defaults. */
export type NewWorkspace = WorkspaceChange & Pick<Workspace, 'name' | 'baseUrl'>;

const PALETTE = ['#0b7285', '#5f3dc4', '#a61e4d', '#2b8a3e', '#d9480f', '#364fc7'];

export interface RegistryOptions {
  files: DataFiles;
  /** IANA zone of this computer, for workspaces that were given none. */
  zone: string;
  /** Epoch milliseconds. */
  now: () => number;
}

export class WorkspaceRegistry {
  readonly #options: RegistryOptions;
  readonly #listeners = new Set<() => void>();
  #workspaces = new Map<string, Workspace>();
  /** Entries of the file that this version cannot read: kept as they are, so that a newer version finds them again. */
  #unread: unknown[] = [];
  /** Ids of workspaces that were deleted since the start: what still runs for one must not end up in another. */
  readonly #retired = new Set<string>();
  #writing: Promise<void> = Promise.resolve();

  private constructor(options: RegistryOptions) {
    this.#options = options;
  }

  /** Reads the file. @throws AppError `workspaces_unreadable` when it is damaged; it is left as it is */
  static async open(options: RegistryOptions): Promise<WorkspaceRegistry> {
    const registry = new WorkspaceRegistry(options);
    await registry.#load();
    return registry;
  }

  /** The demo first, the live ones in the order of their making, the files last. */
  list(): Workspace[] {
    return [...this.#workspaces.values()];
  }

  find(id: string): Workspace | undefined {
    return this.#workspaces.get(id);
  }

  /** @throws AppError `workspace_unknown` */
  get(id: string): Workspace {
    const found = this.#workspaces.get(id);
    if (found) return found;
    throw new AppError({
      code: 'workspace_unknown',
      message: 'This workspace does not exist, or no longer exists.',
      action: 'Choose another one.',
      details: { workspace: id },
    });
  }

  /** Makes a live workspace and keeps it. Its id comes from its name and never changes. */
  async create(wanted: NewWorkspace): Promise<Workspace> {
    const used = this.list().length - 2;
    const workspace = workspaceSchema.parse({
      mode: 'live',
      zone: this.#options.zone,
      color: PALETTE[used % PALETTE.length],
      ...wanted,
      id: this.#freeId(wanted.name),
      kind: 'live',
      createdAt: this.#options.now(),
    });
    await this.#keep(workspace);
    return workspace;
  }

  /** Changes settings; of the built-in ones only those of {@link pickBuiltIn} last. */
  async change(id: string, change: WorkspaceChange): Promise<Workspace> {
    const before = this.get(id);
    const allowed = before.kind === 'live' ? change : pickBuiltIn(change);
    const workspace = workspaceSchema.parse({ ...before, ...allowed });
    await this.#keep(workspace);
    return workspace;
  }

  /** @throws AppError `workspace_built_in` where it cannot be removed */
  requireRemovable(id: string): void {
    if (this.get(id).kind === 'live') return;
    throw new AppError({
      code: 'workspace_built_in',
      message: 'This workspace belongs to the program.',
      action: 'Its data can be deleted under Settings, Data.',
    });
  }

  /** Takes a live workspace off the list. @throws AppError `workspace_built_in` */
  async remove(id: string): Promise<void> {
    this.requireRemovable(id);
    this.#workspaces.delete(id);
    this.#retired.add(id);
    await this.#write();
  }

  /** Fills in what the embedded service says about itself; never written to disk. */
  describeDemo(facts: Partial<Workspace>): void {
    const demo = this.get(DEMO_WORKSPACE);
    this.#workspaces.set(DEMO_WORKSPACE, { ...demo, ...facts, id: DEMO_WORKSPACE, kind: 'demo', mode: 'test' });
    this.#tell();
  }

  /** Calls `listener` after every change. @returns a function that ends it */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async #load(): Promise<void> {
    const { zone } = this.#options;
    const text = await this.#options.files.readText(FILE);
    const stored = text === undefined ? undefined : parseFile(text, this.#options.files.place(FILE));
    const builtIn = stored?.builtIn ?? {};
    const base = { zone, createdAt: 0 };
    const demo = { ...base, id: DEMO_WORKSPACE, name: 'Demo utility', kind: 'demo', mode: 'test', color: '#0b7285' };
    const files = { ...base, id: FILES_WORKSPACE, name: 'Files', kind: 'files', mode: 'files', color: '#495057' };
    this.#workspaces.set(DEMO_WORKSPACE, workspaceSchema.parse({ ...demo, ...builtIn[DEMO_WORKSPACE] }));
    for (const entry of stored?.workspaces ?? []) {
      const parsed = workspaceSchema.safeParse(entry);
      if (parsed.success && parsed.data.kind === 'live') this.#workspaces.set(parsed.data.id, parsed.data);
      else this.#unread.push(entry);
    }
    this.#workspaces.set(FILES_WORKSPACE, workspaceSchema.parse({ ...files, ...builtIn[FILES_WORKSPACE] }));
  }

  async #keep(workspace: Workspace): Promise<void> {
    // A new one goes before the files, which stay last.
    const files = this.get(FILES_WORKSPACE);
    this.#workspaces.delete(FILES_WORKSPACE);
    this.#workspaces.set(workspace.id, workspace);
    if (workspace.id !== FILES_WORKSPACE) this.#workspaces.set(FILES_WORKSPACE, files);
    await this.#write();
  }

  async #write(): Promise<void> {
    const live = this.list().filter(({ kind }) => kind === 'live');
    const builtIn = Object.fromEntries(
      this.list()
        .filter(({ kind }) => kind !== 'live')
        .map(({ id, color, zone, requests, teamServer, share }) => [
          id,
          { color, requests, teamServer, share, ...(zone === this.#options.zone ? {} : { zone }) },
        ]),
    );
    const text = JSON.stringify({ version: 1, workspaces: [...live, ...this.#unread], builtIn }, null, 2);
    // One after the other, so that the newest content is the last one written.
    this.#writing = this.#writing.catch(() => undefined).then(() => this.#options.files.write(FILE, `${text}\n`));
    this.#tell();
    await this.#writing;
  }

  #freeId(name: string): string {
    const plain = name
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 40);
    const start = plain === '' ? 'workspace' : plain;
    let id = start;
    for (let n = 2; this.#workspaces.has(id) || this.#retired.has(id); n += 1) id = `${start}-${n}`;
    return id;
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Colour, zone, what is kept of requests, and where data are shared. */
function pickBuiltIn(change: WorkspaceChange): WorkspaceChange {
  const { color, zone, requests, share } = change;
  return {
    ...(color === undefined ? {} : { color }),
    ...(zone === undefined ? {} : { zone }),
    ...(requests === undefined ? {} : { requests }),
    ...(share === undefined ? {} : { share }),
    // This one can be taken away again.
    ...('teamServer' in change ? { teamServer: change.teamServer } : {}),
  };
}

function parseFile(text: string, file: string): z.infer<typeof fileSchema> {
  try {
    return fileSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new AppError(
      {
        code: 'workspaces_unreadable',
        message: `The list of workspaces, ${file}, cannot be read.`,
        action:
          'Repair the file or restore it from a backup, or move it away to start with an empty list. Nothing was changed.',
        details: { file },
      },
      { cause },
    );
  }
}
