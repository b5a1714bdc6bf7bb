/** Questions go first: writing to a store pauses while one is answered, so that screens stay quick during a sync. */

/** Longest pause for one question, milliseconds: a slow question must not stop a load. */
const PATIENCE = 50;

export class QuestionsFirst {
  #running = 0;
  #waiting: (() => void)[] = [];

  /** Runs a question; loads wait meanwhile. */
  async answer<T>(question: () => T | Promise<T>): Promise<T> {
    this.#running += 1;
    try {
      return await question();
    } finally {
      this.#running -= 1;
      if (this.#running === 0) for (const go of this.#waiting.splice(0)) go();
    }
  }

  /** Resolves once no question is being answered; at once where none is. */
  async turn(): Promise<void> {
    if (this.#running === 0) return;
    await new Promise<void>((resolve) => {
      const patience = setTimeout(resolve, PATIENCE);
      this.#waiting.push(() => {
        clearTimeout(patience);
        resolve();
      });
    });
  }
}
