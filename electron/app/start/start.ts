/**
 * What a start is. A program that ended in good order kept the answers of the screen that it showed last: the page gets them
 * with its document, and the engine boots with the first question beyond them. Otherwise the engine boots before the core
 * is even read, and opens the store that was written last. Work that would occupy the engine, or half of a small machine, waits
 * until a window shows data.
 */
import type { CallName, HandlerInput } from '#shared/contract/index.ts';
import type { KeptAnswer } from '#shared/kept-answers.ts';
import type { EngineClient } from '../../engine/index.ts';
import { type Host, newestStore } from '../../host/index.ts';
import type { Dispatch } from '../../rpc/index.ts';
import { PROGRAM } from '../version.ts';
import { withEarlyEngine, withLazyEngine } from './early-engine.ts';
import { readKeptAnswers, writeKeptAnswers } from './kept-answers.ts';
import { Usable } from './usable.ts';

/** A meter's chart as it opens. */
type FirstScreen = HandlerInput<'app.firstScreen'>;

/** The zone that the workspaces take at the start: one that the computer goes to later counts from the next start on. */
const HERE = { version: PROGRAM.version, zone: Intl.DateTimeFormat().resolvedOptions().timeZone };

/** The end of the program does not wait longer for the engine's answers. */
const COLLECT_MS = 2_000;

export class Start {
  readonly host: Host;
  readonly usable = new Usable();
  readonly #wasKept: boolean;
  #kept: readonly KeptAnswer[];
  /** What a window showed last. */
  #screen: FirstScreen | undefined;

  /** A start without haste: the engine boots with the core. */
  constructor(host: Host, kept?: readonly KeptAnswer[]) {
    this.host = host;
    this.#wasKept = kept !== undefined;
    this.#kept = kept ?? [];
  }

  /** A start whose engine boots now. */
  static early(host: Host): Start {
    return new Start(withEarlyEngine(host));
  }

  /** A start that shows what the last end of the program kept, where that still holds; else an early one. */
  static withKeptAnswers(host: Host): Start {
    const kept = readKeptAnswers(host.paths.data, HERE);
    return kept ? new Start(withLazyEngine(host), kept) : Start.early(host);
  }

  /** What the page puts into its cache; once, because a page that is loaded again wants to know what changed. */
  takeKeptAnswers(): readonly KeptAnswer[] {
    const kept = this.#kept;
    this.#kept = [];
    return kept;
  }

  /**
   * Opens the store that a window is likely to ask for, while the window still loads. Resolves once a window shows the data
   * of an earlier start; at once where nothing was fetched yet. Never rejects.
   */
  async shown(engine: Pick<EngineClient, 'call'>): Promise<void> {
    if (this.#wasKept) return await this.usable.soon();
    const workspace = newestStore(this.host.paths.data);
    if (workspace === undefined) return;
    // A store that cannot be opened says so on the screen.
    const fetched = await engine.call('cursors.list', { workspace }).catch(() => []);
    if (fetched.length > 0) await this.usable.soon();
  }

  /** Notes what a window shows now. */
  note(screen: FirstScreen): void {
    this.#screen = screen;
  }

  /** Asks what the next start will ask. Call it when nothing is written any more, and the engine still answers. */
  async collect(dispatch: Dispatch): Promise<KeptAnswer[]> {
    if (this.#screen === undefined) return [];
    const { workspace, usagePoint, chart } = this.#screen;
    const asked: [CallName, unknown][] = [
      ['usagePoints.get', { workspace, id: usagePoint }],
      ['series.list', { workspace, usagePoint }],
      ['usage.chart', chart],
    ];
    const answers = await Promise.race([
      Promise.all(asked.map(async ([name, input]) => ({ name, input, reply: await dispatch(name, input) }))),
      new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), COLLECT_MS).unref()),
    ]);
    return (answers ?? []).flatMap(({ name, input, reply }) => (reply.ok ? [{ name, input, value: reply.value }] : []));
  }

  /** Keeps them for the next start. Call it once the store is closed. */
  keep(answers: readonly KeptAnswer[]): void {
    if (this.#screen === undefined || answers.length === 0) return;
    writeKeptAnswers(this.host.paths.data, this.#screen.workspace, HERE, answers);
  }
}
