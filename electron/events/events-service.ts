/** The event logs of all workspaces. The core opens one when its workspace is there and closes it when it goes. */
import { AppError, toErrorValue } from '#shared/errors.ts';
import type { SettingsStore } from './event-settings.ts';
import type { EventsPorts } from './ports.ts';
import { watchStandstill } from './standstill.ts';
import { WorkspaceEvents } from './workspace-events.ts';

const STARTING = new AppError({
  code: 'events_starting',
  message: 'The service of this workspace is still starting; its event log opens right after it.',
  action: 'Wait a moment, then try again.',
});

function failedToOpen(cause: unknown): AppError {
  const { message, action } = toErrorValue(cause);
  return new AppError(
    { code: 'events_failed', message: `The event log could not be opened: ${message}`, action },
    { cause },
  );
}

interface Absent {
  /** Resolves once it can be opened: its service is there. */
  ready: Promise<unknown>;
  /** The error of calls until then. */
  why: AppError;
  /** Opening it failed: the next call may try again. */
  failed: boolean;
}

export class EventsService {
  readonly #ports: EventsPorts;
  readonly #settings: SettingsStore;
  /** Logs that cannot be opened yet, or could not be. */
  readonly #absent = new Map<string, Absent>();
  readonly #open = new Map<string, Promise<WorkspaceEvents>>();
  readonly #stop = new AbortController();

  constructor(ports: EventsPorts, settings: SettingsStore) {
    this.#ports = ports;
    this.#settings = settings;
    void watchStandstill(ports.clock, this.#stop.signal, (wokeAt, lastedMs) => {
      this.#tellAll((events) => events.woke(wokeAt, lastedMs));
    });
  }

  /** There is a network again: every log asks at once. */
  networkIsBack(): void {
    this.#tellAll((events) => events.networkIsBack());
  }

  #tellAll(tell: (events: WorkspaceEvents) => void): void {
    // One that never opened missed nothing.
    for (const opening of this.#open.values()) opening.then(tell, () => undefined);
  }

  /**
   * Opens the log of a workspace as soon as `ready` resolves; until then, and where it rejects, calls fail with that reason.
   * Rejects with what kept it from opening; {@link retry} and the next call try again.
   */
  async openWhen(ready: Promise<unknown>, workspace: string): Promise<void> {
    const absent: Absent = { ready, why: STARTING, failed: false };
    this.#absent.set(workspace, absent);
    try {
      await ready;
      // Removed since: nobody waits for it any more.
      if (this.#absent.get(workspace) !== absent) return;
      await this.open(workspace);
      if (this.#absent.get(workspace) === absent) this.#absent.delete(workspace);
    } catch (error) {
      absent.why = failedToOpen(error);
      absent.failed = true;
      throw error;
    }
  }

  /** Opens a log that could not be opened before; nothing where it is open, is on its way, or is not wanted. Rejects as above. */
  async retry(workspace: string): Promise<void> {
    const absent = this.#absent.get(workspace);
    if (absent?.failed) await this.openWhen(absent.ready, workspace);
  }

  /** Starts the log of a workspace; the second time it is the same one. Rejects where its store cannot be opened. */
  open(workspace: string): Promise<WorkspaceEvents> {
    let opening = this.#open.get(workspace);
    if (opening === undefined) {
      opening = WorkspaceEvents.open(workspace, this.#ports, this.#settings);
      this.#open.set(workspace, opening);
      opening.catch(() => this.#open.delete(workspace));
    }
    return opening;
  }

  /**
   * The log of a workspace that was opened; one that could not be opened before is tried again.
   * @throws AppError `events_starting`, `events_failed`, `events_off`
   */
  async of(workspace: string): Promise<WorkspaceEvents> {
    await this.retry(workspace).catch(() => undefined); // thrown below
    const opening = this.#open.get(workspace);
    if (opening !== undefined) return await opening.catch((error) => Promise.reject(failedToOpen(error)));
    const absent = this.#absent.get(workspace);
    if (absent !== undefined) throw absent.why;
    throw new AppError({
      code: 'events_off',
      message: 'This workspace has no event log.',
      action: 'Events come to workspaces that are connected to a service.',
    });
  }

  /** Ends the log of a workspace that is removed, and forgets its address; its store is the caller's to delete. */
  async remove(workspace: string): Promise<void> {
    await this.pause(workspace);
    await this.#settings.forget(workspace);
  }

  /** Ends the log of a workspace until it is opened again: its receiver, its polling, and what they had begun. */
  async pause(workspace: string): Promise<void> {
    this.#absent.delete(workspace);
    const opening = this.#open.get(workspace);
    this.#open.delete(workspace);
    await (await opening?.catch(() => undefined))?.close();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await Promise.all([...this.#open.keys()].map((workspace) => this.pause(workspace)));
  }
}
