/** Answers the first screen of a start with what was kept at the end of the last one, and keeps what the next will show. */
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { CallName, HandlerInput } from '#shared/contract/index.ts';
import type { DataPaths } from '../../host/index.ts';
import type { Dispatch, TopicHub } from '../../rpc/index.ts';
import { PROGRAM } from '../version.ts';
import { type KeptAnswer, writeFirstScreen } from './kept-answers.ts';

/** A meter's chart as it opens. */
type FirstScreenInput = HandlerInput<'app.firstScreen'>;

/** The end of the program does not wait longer for the engine's answers. */
const COLLECT_MS = 2_000;

export class FirstScreen {
  readonly #paths: Pick<DataPaths, 'data'>;
  #kept: KeptAnswer[];
  /** What a window showed last. */
  #shown: FirstScreenInput | undefined;

  constructor(paths: Pick<DataPaths, 'data'>, kept: readonly KeptAnswer[], topics: TopicHub) {
    this.#paths = paths;
    this.#kept = [...kept];
    // What was kept speaks of the store as it was.
    topics.subscribe((topic) => {
      if (topic === 'store.changed') this.#kept = [];
    });
  }

  /** Notes what a window shows now. */
  note(shown: FirstScreenInput): void {
    this.#shown = shown;
  }

  /** Calls that were kept are answered from there, once; whoever asks again wants to know what changed. */
  serve(dispatch: Dispatch): Dispatch {
    return async (name, input) => {
      const at = this.#kept.findIndex((kept) => kept.name === name && isDeepStrictEqual(kept.input, input));
      const [found] = at < 0 ? [] : this.#kept.splice(at, 1);
      return found ? { ok: true, value: found.value } : await dispatch(name, input);
    };
  }

  /** Asks what the next start will ask. Call it when nothing is written any more, and the engine still answers. */
  async collect(dispatch: Dispatch): Promise<KeptAnswer[]> {
    if (this.#shown === undefined) return [];
    const { workspace, usagePoint, chart } = this.#shown;
    const asked: [CallName, unknown][] = [
      ['usagePoints.get', { workspace, id: usagePoint }],
      ['series.list', { workspace, usagePoint }],
      ['usage.chart', chart],
    ];
    const answers = await Promise.race([
      Promise.all(asked.map(async ([name, input]) => ({ name, input, reply: await dispatch(name, input) }))),
      delay(COLLECT_MS, undefined, { ref: false }),
    ]);
    return (answers ?? []).flatMap(({ name, input, reply }) => (reply.ok ? [{ name, input, value: reply.value }] : []));
  }

  /** Keeps them. Call it once the store is closed. */
  write(answers: readonly KeptAnswer[]): void {
    if (this.#shown === undefined || answers.length === 0) return;
    writeFirstScreen(this.#paths.data, this.#shown.workspace, PROGRAM.version, answers);
  }
}
