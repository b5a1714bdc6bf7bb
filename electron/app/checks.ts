/** Pre-checks of documents: each is judged once, in a process of its own, and shown by what is asked of it. */
import { createHash, randomBytes } from 'node:crypto';
import type { DocumentRef } from '#shared/contract/conformance.ts';
import type { CallInput, CallOutput, TopicPayload } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import { wholeOrNot } from '../anonymise/index.ts';
import { fileDocument, runTask, sourceOf } from '../checker/index.ts';
import {
  checkedOf,
  type Demand,
  excerptsOf,
  htmlReport,
  type Judged,
  jsonReport,
  junitReport,
  PROFILES,
  shownOf,
  ticketReport,
  viewOf,
} from '../conformance/index.ts';
import type { BaseParts } from './base-parts.ts';
import type { Documents, LocatedDocument } from './documents.ts';
import { PROGRAM } from './version.ts';

/** Documents whose findings are kept. */
const KEPT = 8;
/** Bytes of an entry that the window shows. */
const SHOWN_BYTES = 64 * 1024;

interface Kept {
  located: LocatedDocument;
  judged: Judged;
  at: number;
}

type OfDocument = { workspace: string; document: DocumentRef };
type CheckInput = CallInput<'conformance.check'>;

export class Checks {
  readonly #parts: Pick<BaseParts, 'host' | 'topics'>;
  readonly #documents: Documents;
  /** By document and version, the one asked for last at the end. */
  readonly #kept = new Map<string, Promise<Kept>>();
  readonly #running = new Map<string, Set<AbortController>>();

  constructor(parts: Pick<BaseParts, 'host' | 'topics'>, documents: Documents) {
    this.#parts = parts;
    this.#documents = documents;
  }

  /** @throws AppError where the document is not there, or the check was cancelled; what cannot be judged is an answer */
  async view(input: CheckInput): Promise<CallOutput<'conformance.check'>> {
    const { located, judged, at } = await this.#judged(input);
    const { name, bytes } = located;
    const head = { name, bytes, checkedAt: at, version: versionOf(located) };
    if (!judged.findings) return { ...head, error: judged.error, basis: 'nothing', blocks: [], tests: [], notes: [] };
    const demand = demandOf(input);
    return { ...head, ...viewOf(judged.findings, checkedOf(name, judged, demand), demand) };
  }

  /** @throws AppError `document_changed`, `no_such_failure`, and as {@link view} */
  async excerpt(input: CallInput<'conformance.excerpt'>): Promise<CallOutput<'conformance.excerpt'>> {
    const { test, failure } = input;
    const { located, judged } = await this.#judgedOf(input);
    const { findings } = judged;
    const wanted = [{ test, failure }];
    const [found] = findings ? await excerptsOf(findings, wanted, sourceOf(located.document), SHOWN_BYTES) : [];
    if (!found) {
      throw new AppError({
        code: 'no_such_failure',
        message: 'This test does not fail there any more.',
        action: 'Check the document again.',
      });
    }
    return { ...found, marks: found.marks.map(({ number }) => number) };
  }

  /** The result to give to others. @throws AppError `document_changed`, and as {@link view} */
  async report(input: CallInput<'conformance.report'>): Promise<string> {
    const { located, judged } = await this.#judgedOf(input);
    const checked = checkedOf(located.name, judged, demandOf(input));
    switch (input.format) {
      case 'json':
        return jsonReport([checked]);
      case 'junit':
        return junitReport([checked], new Date());
      case 'markdown':
        return ticketReport(checked);
      default: {
        const shown = await shownOf(checked, judged, async () => sourceOf(located.document));
        return htmlReport([shown], `Meterscope ${PROGRAM.version}`, new Date());
      }
    }
  }

  /** The verdict of the document as it was when the user saw it. */
  async #judgedOf(input: OfDocument & { version: string }): Promise<Kept> {
    const found = await this.#judged(input);
    if (versionOf(found.located) === input.version) return found;
    throw new AppError({
      code: 'document_changed',
      message: 'The document has changed since it was checked.',
      action: 'Check the document again.',
    });
  }

  cancel(of: OfDocument): void {
    for (const running of this.#running.get(keyOf(of)) ?? []) running.abort();
  }

  /**
   * Writes an anonymised copy and checks both; it is there once all of that has ended.
   * @returns the tests that come to another verdict for the copy, or look or fail another number of times
   */
  async anonymise(
    { workspace, document, jitter = 0, secret }: CallInput<'documents.anonymise'>,
    to: string,
  ): Promise<{ tests: number; differing: string[] }> {
    const { located, judged } = await this.#judged({ workspace, document });
    if (!judged.findings) throw new AppError(judged.error);
    const of = { workspace, document };
    const how = { secret: secret ?? randomBytes(32).toString('hex'), jitter };
    const copy = await wholeOrNot(sourceOf(located.document), to, async (unfinished) => {
      const { document: original, bytes } = located;
      const task = { kind: 'anonymise' as const, document: original, to: unfinished, ...how };
      await this.#run(of, task, this.#teller(of, 'writing', bytes));
      const written = await fileDocument(unfinished);
      const result = await this.#run(
        of,
        { kind: 'check', document: written },
        this.#teller(of, 'comparing', written.size),
      );
      if (!result.findings) throw new AppError(result.error);
      return result.findings;
    });
    const theirs = copy.outcomes;
    const own = [...judged.findings.outcomes];
    const differing = own.filter(([id, { contexts, failed }]) => {
      const other = theirs.get(id);
      return other?.contexts !== contexts || other.failed !== failed;
    });
    return { tests: own.length, differing: differing.map(([id]) => id) };
  }

  /** Ends what is under way. */
  close(): void {
    for (const group of this.#running.values()) for (const running of group) running.abort();
  }

  async #judged(of: OfDocument): Promise<Kept> {
    const located = await this.#documents.locate(of.workspace, of.document);
    const key = `${keyOf(of)} ${located.version}`;
    const kept = this.#kept.get(key) ?? this.#judge(of, located);
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT && oldest !== undefined) this.#kept.delete(oldest);
    try {
      const found = await kept;
      if (!isOfContent(found.judged)) this.#kept.delete(key);
      return found;
    } catch (error) {
      this.#kept.delete(key);
      throw error;
    }
  }

  async #judge(of: OfDocument, located: LocatedDocument): Promise<Kept> {
    const task = { kind: 'check' as const, document: located.document };
    const judged = await this.#run(of, task, this.#teller(of, 'checking', located.bytes));
    return { located, judged, at: Date.now() };
  }

  #teller(of: OfDocument, doing: TopicPayload<'conformance.progress'>['doing'], total: number) {
    return (bytes: number) => this.#parts.topics.publish('conformance.progress', { ...ownOf(of), doing, bytes, total });
  }

  /** In a process of its own, until it is cancelled. */
  async #run<T extends Parameters<typeof runTask>[1]>(of: OfDocument, task: T, onProgress?: (bytes: number) => void) {
    const key = keyOf(of);
    const abort = new AbortController();
    const group = this.#running.get(key) ?? new Set();
    this.#running.set(key, group.add(abort));
    try {
      const start = () => this.#parts.host.start('checker', []);
      return await runTask(start, task, { signal: abort.signal, ...(onProgress && { onProgress }) });
    } finally {
      group.delete(abort);
      if (group.size === 0) this.#running.delete(key);
    }
  }
}

/** Whether the result is the same as long as the document is. That it cannot be read may be over without a change of it. */
function isOfContent({ error }: Judged): boolean {
  return error === undefined || ['not_well_formed', 'feed_doctype'].includes(error.code);
}

function ownOf({ workspace, document }: OfDocument): OfDocument {
  return { workspace, document };
}

/** The page is not told the path that is in it. */
function versionOf({ version }: LocatedDocument): string {
  return createHash('sha256').update(version).digest('hex');
}

function keyOf({ workspace, document }: OfDocument): string {
  return JSON.stringify([workspace, document]);
}

/** @throws AppError `profile_unknown` */
function demandOf({ profile, blocks }: Pick<CheckInput, 'profile' | 'blocks'>): Demand {
  const found = PROFILES.find(({ id }) => id === profile);
  if (found || profile === undefined) return { profile: found, blocks };
  throw new AppError({
    code: 'profile_unknown',
    message: `There is no profile ${profile}.`,
    action: `Choose one of ${PROFILES.map(({ id }) => id).join(', ')}.`,
  });
}
