/**
 * Where secrets are kept: sealed by the host's cipher, in a 0600 file that is written atomically, with the backend that
 * sealed them recorded beside them. Each backend has a part of the file to itself: what cannot be opened here is kept, because
 * another host on the same data folder, or the same backend of another computer with its own key, may still open it.
 */
import { z } from 'zod';
import type { SecretsStatusView } from '#shared/contract/connections.ts';
import { AppError } from '#shared/errors.ts';
import type { DataFiles, SecretCipher } from '../host/index.ts';
import { noSecrets, type WorkspaceSecrets, workspaceSecrets } from './secrets.ts';

const FILE = 'secrets.json';

const partSchema = z.object({
  strength: z.enum(['os', 'weak']),
  /** What the user decided for this backend. */
  choice: z.enum(['disk', 'session']).optional(),
  /** Sealed {@link WorkspaceSecrets} by workspace, base64. */
  sealed: z.record(z.string(), z.string()).default({}),
  /** What another key of this backend sealed, by workspace, newest first: it gave way to what was entered here. */
  aside: z.record(z.string(), z.array(z.string())).default({}),
});
const fileSchema = z.object({ version: z.literal(1), backends: z.record(z.string(), partSchema) });
type Part = z.infer<typeof partSchema>;

export interface SecretsStoreOptions {
  files: DataFiles;
  /** Seals from now on. */
  cipher: SecretCipher;
  /** Could open what an earlier host or backend sealed. */
  earlier: readonly SecretCipher[];
  onChange?: () => void;
}

export class SecretsStore {
  readonly #options: SecretsStoreOptions;
  readonly #memory = new Map<string, WorkspaceSecrets>();
  /** Workspaces whose secrets never go to disk, even where the user agreed to it. */
  readonly #ephemeral = new Set<string>();
  readonly #unreadable = new Map<string, string>();
  readonly #migrated: { workspace: string; from: string }[] = [];
  #backends: Record<string, Part> = {};
  #problem: SecretsStatusView['problem'];
  /** Workspaces of which something is in memory only, although it should be on disk. */
  readonly #unkept = new Set<string>();
  #loading: Promise<void> | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: SecretsStoreOptions) {
    this.#options = options;
  }

  /** Holds secrets of a workspace in memory only (the demo's). */
  holdInMemory(workspace: string, secrets: WorkspaceSecrets): void {
    this.#ephemeral.add(workspace);
    this.#memory.set(workspace, secrets);
  }

  /** The secrets of a workspace; empty ones where there are none, or none that can be opened. */
  async read(workspace: string): Promise<WorkspaceSecrets> {
    const held = this.#memory.get(workspace);
    if (held) return held;
    await this.#loaded();
    const opened = await this.#unseal(workspace);
    // Another call may have opened it since; there must be one object.
    const secrets = this.#memory.get(workspace) ?? opened ?? noSecrets();
    this.#memory.set(workspace, secrets);
    return secrets;
  }

  /**
   * Changes secrets and, where they are kept on disk, writes them before it resolves. What cannot be written goes on living in
   * memory, as a renewed token that was thrown away could not be got again; see {@link requireKept}.
   */
  async update(workspace: string, change: (secrets: WorkspaceSecrets) => WorkspaceSecrets): Promise<WorkspaceSecrets> {
    await this.read(workspace);
    // Read again: another change may have come in between.
    const next = change(this.#memory.get(workspace) ?? noSecrets());
    this.#memory.set(workspace, next);
    this.#unreadable.delete(workspace);
    await this.#persist(workspace);
    return next;
  }

  /** @throws AppError `secret_not_kept` where the last change of these secrets should be on disk, and is not */
  requireKept(workspace: string): void {
    if (!this.#unkept.has(workspace)) return;
    const { message, action } = this.#problem ?? { message: 'They could not be written.', action: undefined };
    throw new AppError({
      code: 'secret_not_kept',
      message: `This counts for the present session only, because it could not be saved. ${message}`,
      action:
        action ?? 'Correct that and enter it again, or choose to keep tokens and passwords for this session only.',
    });
  }

  /** Forgets everything about a workspace, in memory and under every backend of the file. */
  async forget(workspace: string): Promise<void> {
    await this.#loaded();
    this.#memory.delete(workspace);
    this.#ephemeral.delete(workspace);
    this.#unreadable.delete(workspace);
    this.#unkept.delete(workspace);
    let changed = false;
    for (const part of Object.values(this.#backends)) {
      if (sealedTexts(part, workspace).length > 0) changed = true;
      replaceSealed(part, workspace, undefined, []);
    }
    if (changed) await this.#write();
  }

  /**
   * What the user chose for this backend: keep on disk, or for this session only (what can be opened here is then deleted).
   * @throws AppError `secret_not_kept`, `disk_full`, `file_not_written`
   */
  async decide(choice: 'disk' | 'session'): Promise<void> {
    await this.#loaded();
    const { backend } = this.#options.cipher;
    const part = this.#part();
    if (choice === 'session') {
      const aside: Part['aside'] = {};
      for (const workspace of workspacesIn(part)) {
        // Opened first, so that the session goes on with them.
        await this.read(workspace);
        const unopenable = await this.#unopenable(backend, workspace);
        if (unopenable.length > 0) aside[workspace] = unopenable;
      }
      part.sealed = {};
      part.aside = aside;
    }
    part.choice = choice;
    await this.#write();
    if (choice === 'disk') {
      // Of those that cannot be opened nothing is in memory: sealed, it would stand in front of them.
      for (const workspace of this.#memory.keys()) if (!this.#unreadable.has(workspace)) await this.#persist(workspace);
    } else this.#unkept.clear();
    this.#options.onChange?.();
    for (const workspace of this.#memory.keys()) this.requireKept(workspace);
  }

  async status(): Promise<SecretsStatusView> {
    await this.#loaded();
    for (const part of Object.values(this.#backends)) {
      for (const workspace of workspacesIn(part)) await this.read(workspace);
    }
    const { backend, strength } = this.#options.cipher;
    return {
      backend,
      strength,
      keeping: this.#keeping(),
      unreadable: [...this.#unreadable].map(([workspace, by]) => ({ workspace, backend: by })),
      migrated: [...this.#migrated],
      problem: this.#problem,
    };
  }

  /** Resolves once everything that was changed is on disk. */
  async flushed(): Promise<void> {
    await this.#writing.catch(() => undefined);
  }

  #keeping(): SecretsStatusView['keeping'] {
    const { strength } = this.#options.cipher;
    return this.#part().choice ?? (strength === 'os' ? 'disk' : 'undecided');
  }

  #part(): Part {
    const { backend, strength } = this.#options.cipher;
    const known = this.#backends[backend];
    if (known) return known;
    const part: Part = { strength, sealed: {}, aside: {} };
    this.#backends[backend] = part;
    return part;
  }

  #loaded(): Promise<void> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  async #load(): Promise<void> {
    await this.#options.cipher.ready?.();
    const { files } = this.#options;
    const text = await files.readText(FILE);
    if (text === undefined) return;
    try {
      this.#backends = fileSchema.parse(JSON.parse(text)).backends;
    } catch {
      // Kept for a repair by hand; a new file is begun.
      await files.write(`${FILE}.damaged`, text);
      this.#problem = {
        code: 'secrets_damaged',
        message:
          'The file of saved tokens and passwords was damaged; it was set aside as secrets.json.damaged. Enter them again.',
      };
    }
  }

  /** Opens the newest secrets on disk of a workspace that can be; seals them anew when another backend had sealed them. */
  async #unseal(workspace: string): Promise<WorkspaceSecrets | undefined> {
    const { cipher } = this.#options;
    const places = Object.entries(this.#backends).filter(([, part]) => sealedTexts(part, workspace).length > 0);
    places.sort(([left], [right]) => Number(right === cipher.backend) - Number(left === cipher.backend));
    for (const [backend, part] of places) {
      for (const sealed of sealedTexts(part, workspace)) {
        const secrets = await openWithAny(this.#openers(backend), sealed);
        if (secrets === undefined) continue;
        if (backend !== cipher.backend) await this.#migrate(workspace, backend, secrets);
        return secrets;
      }
    }
    const first = places[0];
    if (first) this.#unreadable.set(workspace, first[0]);
    return undefined;
  }

  /** The ciphers that may open what a backend sealed. */
  #openers(backend: string): SecretCipher[] {
    const { cipher, earlier } = this.#options;
    return backend === cipher.backend ? [cipher] : [...earlier.filter((one) => one.backend === backend), cipher];
  }

  /** What a backend sealed of a workspace with a key that is not here, newest first. */
  async #unopenable(backend: string, workspace: string): Promise<string[]> {
    const part = this.#backends[backend];
    const unopenable: string[] = [];
    for (const sealed of part ? sealedTexts(part, workspace) : []) {
      if ((await openWithAny(this.#openers(backend), sealed)) === undefined) unopenable.push(sealed);
    }
    return unopenable;
  }

  /** Moves secrets to this backend, unless that would be for the worse: then they stay where they are as well. */
  async #migrate(workspace: string, from: string, secrets: WorkspaceSecrets): Promise<void> {
    const before = this.#backends[from];
    if (before === undefined || this.#keeping() !== 'disk') return;
    this.#memory.set(workspace, secrets);
    if (!(await this.#seal(workspace))) return;
    if (!(before.strength === 'os' && this.#options.cipher.strength === 'weak')) {
      replaceSealed(before, workspace, undefined, await this.#unopenable(from, workspace));
    }
    try {
      await this.#write();
      this.#migrated.push({ workspace, from });
    } catch (error) {
      // On disk they lie where they were; who wanted to read them can.
      this.#failed(error);
    }
  }

  async #persist(workspace: string): Promise<void> {
    this.#unkept.delete(workspace);
    if (this.#ephemeral.has(workspace) || this.#keeping() !== 'disk') return;
    try {
      if (await this.#seal(workspace)) return await this.#write();
    } catch (error) {
      this.#failed(error);
    }
    this.#unkept.add(workspace);
  }

  async #seal(workspace: string): Promise<boolean> {
    const unopenable = await this.#unopenable(this.#options.cipher.backend, workspace);
    const secrets = this.#memory.get(workspace);
    if (secrets === undefined || this.#ephemeral.has(workspace)) return false;
    try {
      const bytes = await this.#encrypt(JSON.stringify(secrets));
      replaceSealed(this.#part(), workspace, Buffer.from(bytes).toString('base64'), unopenable);
      this.#problem = undefined;
      return true;
    } catch (error) {
      this.#failed(error);
      return false;
    }
  }

  /** A damaged key is replaced where nothing was sealed with it yet. */
  async #encrypt(text: string): Promise<Uint8Array> {
    const { cipher } = this.#options;
    try {
      return await cipher.encrypt(text);
    } catch (error) {
      const isDamaged = error instanceof AppError && error.code === 'secret_key_damaged';
      if (!isDamaged || cipher.renewKey === undefined || Object.keys(this.#part().sealed).length > 0) throw error;
      await cipher.renewKey();
      return await cipher.encrypt(text);
    }
  }

  /** They go on living in memory; the page says so. */
  #failed(error: unknown): void {
    this.#problem =
      error instanceof AppError
        ? { code: error.code, message: error.message, action: error.action }
        : { code: 'secrets_unavailable', message: 'Tokens and passwords could not be sealed.' };
    this.#options.onChange?.();
  }

  async #write(): Promise<void> {
    const text = `${JSON.stringify({ version: 1, backends: this.#backends }, null, 2)}\n`;
    this.#writing = this.#writing.catch(() => undefined).then(() => this.#options.files.write(FILE, text));
    await this.#writing;
  }
}

/** What a part has of a workspace, newest first. */
function sealedTexts({ sealed, aside }: Part, workspace: string): string[] {
  return [sealed[workspace] ?? [], aside[workspace] ?? []].flat();
}

function workspacesIn({ sealed, aside }: Part): Set<string> {
  return new Set([...Object.keys(sealed), ...Object.keys(aside)]);
}

/** Puts `sealed` in the place of all that a part has of a workspace; `aside` is kept beside it. */
function replaceSealed(part: Part, workspace: string, sealed: string | undefined, aside: string[]): void {
  if (sealed === undefined) delete part.sealed[workspace];
  else part.sealed[workspace] = sealed;
  if (aside.length === 0) delete part.aside[workspace];
  else part.aside[workspace] = aside;
}

async function openWithAny(ciphers: readonly SecretCipher[], sealed: string): Promise<WorkspaceSecrets | undefined> {
  for (const cipher of ciphers) {
    try {
      return workspaceSecrets.parse(JSON.parse(await cipher.decrypt(Buffer.from(sealed, 'base64'))));
    } catch {
      // The next one may open it.
    }
  }
  return undefined;
}
