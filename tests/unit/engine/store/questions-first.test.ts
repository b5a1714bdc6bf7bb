import { describe, expect, it } from 'vitest';
import { QuestionsFirst } from '../../../../electron/engine/store/questions-first.ts';

describe('what fills a store', () => {
  it('goes on at once where nothing is asked', async () => {
    await new QuestionsFirst().turn();
  });

  it('waits until the last of several questions is answered', async () => {
    const questions = new QuestionsFirst();
    const order: string[] = [];
    const [first, second] = [heldBack(), heldBack()];
    const asked = [questions.answer(() => first.promise), questions.answer(() => second.promise)];
    const load = questions.turn().then(() => order.push('load'));
    first.resolve();
    await asked[0];
    order.push('first');
    second.resolve();
    await asked[1];
    order.push('second');
    await load;
    expect(order.filter((step) => step !== 'load')).toEqual(['first', 'second']);
    expect(order.indexOf('load')).toBeGreaterThan(0);
  });

  it('goes on after a question that failed', async () => {
    const questions = new QuestionsFirst();
    await expect(questions.answer(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await questions.turn();
  });

  it('does not wait for a question that takes long', async () => {
    const questions = new QuestionsFirst();
    const { promise, resolve } = heldBack();
    const asked = questions.answer(() => promise);
    await questions.turn(); // ends although nobody answered
    resolve();
    await asked;
  });
});

/** An answer that comes when it is told to. */
function heldBack(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
