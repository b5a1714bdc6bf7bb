/** undici with this client's settings. Half of the program's code, so it is loaded with the first request that is sent. */
import { Agent, type Dispatcher, request } from 'undici';

export interface NetworkOptions {
  connectTimeoutMs: number;
  headTimeoutMs: number;
  idleTimeoutMs: number;
  /** Connections of one origin. */
  perHost: number;
}

export interface Network {
  send(url: string, options: SendOptions): Promise<Dispatcher.ResponseData>;
  /** Ends all connections at once. */
  close(): Promise<void>;
}

type SendOptions = Pick<Dispatcher.RequestOptions, 'method' | 'body' | 'headers' | 'signal'>;

export function openNetwork(options: NetworkOptions): Network {
  const dispatcher = new Agent({
    connect: { timeout: options.connectTimeoutMs },
    headersTimeout: options.headTimeoutMs,
    bodyTimeout: options.idleTimeoutMs,
    connections: options.perHost,
    // Pipelining would let one slow batch hold up the requests behind it.
    pipelining: 1,
  });
  return {
    send: (url, sent) => request(url, { ...sent, dispatcher }),
    close: () => dispatcher.destroy(),
  };
}
