import type { z } from 'zod';
import type { JobView } from '#shared/contract/jobs.ts';

/** The progress that a job reports. Counts are totals so far, not steps. */
export type JobProgress = Partial<Pick<JobView, 'step' | 'done' | 'total' | 'bytes' | 'readings' | 'outcome'>>;

/** What a running job gets to work with. */
export interface JobContext<Input, Checkpoint> {
  id: string;
  workspace: string;
  input: Input;
  /** What {@link save} was last given, also in an earlier run of the program; undefined at the first start. */
  checkpoint: Checkpoint | undefined;
  /** How far the job was when it was kept last; zeros at the first start. */
  soFar: Pick<JobView, 'done' | 'bytes' | 'readings'>;
  /** Fires on cancel and when the program ends. */
  signal: AbortSignal;
  /** Resolves once the checkpoint is on disk. */
  save(checkpoint: Checkpoint): Promise<void>;
  progress(change: JobProgress): void;
  /** A part failed while the rest goes on; the job ends as incomplete, with its failures listed. */
  failed(item: string, error: unknown): void;
  /** A part could not even be tried, which is no failure: it is counted by its reason, a few words. */
  skipped(reason: string): void;
}

/** A kind of long work. Input and checkpoint are kept as JSON and checked when they come back from disk. */
export interface JobKind<Input, Checkpoint> {
  kind: string;
  input: z.ZodType<Input>;
  checkpoint: z.ZodType<Checkpoint>;
  title(input: Input): string;
  /** Whether it concerns a part of the workspace only; false where it is left out. */
  partial?(input: Input): boolean;
  /** True where two of this kind in one workspace would disturb each other: the second stands in line. */
  exclusive: boolean;
  /**
   * Does the work. Called again with its checkpoint after a restart, a resume, or a crash of the engine; what was reported
   * as failed or skipped before is forgotten then.
   */
  run(context: JobContext<Input, Checkpoint>): Promise<void>;
}

/** A kind behind `unknown`, so that kinds of all shapes fit one table. */
export interface AnyJobKind {
  exclusive: boolean;
  /** @throws ZodError when the input is not this kind's */
  title(input: unknown): string;
  /** False for an input that is not this kind's. */
  partial(input: unknown): boolean;
  run(context: JobContext<unknown, unknown>): Promise<void>;
}

/** Closes a kind over its own types: what comes in as `unknown` is checked first. */
export function anyKind<Input, Checkpoint>(kind: JobKind<Input, Checkpoint>): AnyJobKind {
  return {
    exclusive: kind.exclusive,
    title: (input) => kind.title(kind.input.parse(input)),
    partial: (input) => {
      const { data } = kind.input.safeParse(input);
      return data !== undefined && (kind.partial?.(data) ?? false);
    },
    run: (context) => {
      // A checkpoint of an older version that is not understood any more means: from the beginning.
      const checkpoint = kind.checkpoint.safeParse(context.checkpoint).data;
      return kind.run({ ...context, input: kind.input.parse(context.input), checkpoint });
    },
  };
}
