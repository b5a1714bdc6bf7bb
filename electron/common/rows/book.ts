/** What was looked at and what came of it, row by row. */
/** One row: a test of the book, or one of this program's own. */
export interface Row {
  /** Of the test book, or of this program: `RES.x` and `TOK.x` for a resource of the table, or a name of its own. */
  id: string;
  block: string;
  requirement: string;
  /** What a right answer is. */
  expected: string;
  cure: string;
}

export interface Look {
  /** What came, as one sentence without a full stop. */
  came: string;
  request: string | undefined;
}

/** What came of one row. */
export interface RowOutcome {
  /** The first looks that were right, and how many there are. */
  passed: Look[];
  right: number;
  /** The first looks that were wrong, and how many there are. */
  failed: Look[];
  wrong: number;
  /** Why it could not be looked at, or not wholly. */
  cannot: string[];
}

/** Of one row at most this many looks that were right and this many that were wrong are kept; all are counted. */
const KEPT = 100;

export class RowBook {
  readonly #outcomes = new Map<string, RowOutcome>();
  /** Beside the verdicts. */
  readonly notes: { test: string; message: string }[] = [];

  outcome(id: string): RowOutcome {
    let outcome = this.#outcomes.get(id);
    if (!outcome) {
      outcome = { passed: [], right: 0, failed: [], wrong: 0, cannot: [] };
      this.#outcomes.set(id, outcome);
    }
    return outcome;
  }

  /** Files a look: right or wrong. */
  judge(id: string, right: boolean, came: string, answer?: { request: string | undefined }): void {
    const outcome = this.outcome(id);
    outcome[right ? 'right' : 'wrong']++;
    const list = right ? outcome.passed : outcome.failed;
    if (list.length < KEPT) list.push({ came, request: answer?.request });
  }

  /** Says why a row could not be looked at. */
  cannot(id: string, why: string): void {
    const { cannot } = this.outcome(id);
    if (!cannot.includes(why)) cannot.push(why);
  }

  /** As it is now: what is filed in the copy is not in this one. */
  copy(): RowBook {
    const copy = new RowBook();
    for (const [id, outcome] of this.#outcomes) {
      const { passed, failed, cannot } = outcome;
      copy.#outcomes.set(id, { ...outcome, passed: [...passed], failed: [...failed], cannot: [...cannot] });
    }
    copy.notes.push(...this.notes);
    return copy;
  }

  note(test: string, message: string): void {
    this.notes.push({ test, message });
  }
}
