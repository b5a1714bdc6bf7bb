import { untilAborted } from '#shared/until-aborted.ts';

interface Waiting<V> {
  signal: AbortSignal;
  resolve(value: V | undefined): void;
  reject(error: unknown): void;
}

/**
 * Answers single questions by asking for many keys at once: keys that come within `gatherMs` share a request.
 * A key that nobody waits for any more when the request goes out is not asked for.
 * @param most keys in one request
 * @param ask may leave out keys that it has no answer for: they are answered with undefined
 */
export function batched<V>(
  gatherMs: number,
  most: number,
  ask: (keys: string[]) => Promise<ReadonlyMap<string, V>>,
): (key: string, signal: AbortSignal) => Promise<V | undefined> {
  let waiting = new Map<string, Waiting<V>[]>();
  const send = () => {
    const asked = [...waiting].filter(([, list]) => list.some(({ signal }) => !signal.aborted));
    waiting = new Map();
    for (let start = 0; start < asked.length; start += most) {
      const part = asked.slice(start, start + most);
      ask(part.map(([key]) => key)).then(
        (answers) => {
          for (const [key, list] of part) for (const { resolve } of list) resolve(answers.get(key));
        },
        (error: unknown) => {
          for (const [, list] of part) for (const { reject } of list) reject(error);
        },
      );
    }
  };
  return (key, signal) => {
    const answer = new Promise<V | undefined>((resolve, reject) => {
      if (waiting.size === 0) setTimeout(send, gatherMs);
      waiting.set(key, [...(waiting.get(key) ?? []), { signal, resolve, reject }]);
    });
    return untilAborted(answer, signal);
  };
}
