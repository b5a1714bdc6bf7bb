/** Topics of the contract: published by the core, delivered to every connected window. */
import { type TopicName, type TopicPayload, topics } from '#shared/contract/index.ts';

type Listener = (topic: TopicName, payload: unknown) => void;

export class TopicHub {
  readonly #listeners = new Set<Listener>();

  /** Checks the payload against its schema and passes it to all subscribers. @throws ZodError on a wrong payload */
  publish<K extends TopicName>(topic: K, payload: TopicPayload<K>): void {
    if (this.#listeners.size === 0) return;
    const checked = topics[topic].parse(payload);
    for (const listener of this.#listeners) listener(topic, checked);
  }

  /** @returns a function that ends the subscription */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
