/**
 * The whole core as a process of its own, to be killed: `fork('app-program.ts', [FOLDER])`. It tells `{ ready }` with the
 * process of its engine, `{ topic, payload }` for whatever windows hear, and answers `{ id, name, input }` with `{ id, reply }`.
 * {@link startProgram} is the other side.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { forkNodeChild } from '../../electron/host/node-child.ts';
import type { CallInput, CallName, CallOutput, Reply, TopicName, TopicPayload } from '../../shared/contract/index.ts';
import { startAppBench } from './app-bench.ts';

const here = fileURLToPath(import.meta.url);

export interface KillableProgram {
  child: ChildProcess;
  enginePid: number;
  call<K extends CallName>(name: K, input: CallInput<K>): Promise<CallOutput<K>>;
  /** Resolves once a payload of a topic fits. */
  heard<K extends TopicName>(topic: K, fits: (payload: TopicPayload<K>) => boolean): Promise<void>;
  /** Without any chance to tidy up. */
  kill(): Promise<void>;
}

interface Message {
  ready?: number;
  topic?: string;
  payload?: unknown;
  id?: number;
  reply?: Reply<unknown>;
}

/** Starts it and waits until it answers. */
export async function startProgram(folder: string): Promise<KillableProgram> {
  const child = fork(here, [folder], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], serialization: 'advanced' });
  const received: Message[] = [];
  const listeners = new Set<() => void>();
  child.on('message', (message: Message) => {
    received.push(message);
    for (const listener of listeners) listener();
  });
  /** The first message of all that fits, also one that came before. Rejects when the program ends. */
  const message = (fits: (message: Message) => boolean) =>
    new Promise<Message>((resolve, reject) => {
      const look = () => {
        const found = received.find(fits);
        if (found === undefined) return;
        listeners.delete(look);
        resolve(found);
      };
      listeners.add(look);
      child.once('exit', (code) => reject(new Error(`The program ended with ${code}.`)));
      look();
    });
  const { ready = 0 } = await message((one) => one.ready !== undefined);
  let nextId = 0;
  return {
    child,
    enginePid: ready,
    async call<K extends CallName>(name: K, input: CallInput<K>) {
      nextId += 1;
      const id = nextId;
      child.send({ id, name, input });
      const { reply } = await message((one) => one.id === id);
      if (reply?.ok) return reply.value as CallOutput<K>; // of that call
      throw new Error(reply?.error.message);
    },
    async heard<K extends TopicName>(topic: K, fits: (payload: TopicPayload<K>) => boolean) {
      await message((one) => one.topic === topic && fits(one.payload as TopicPayload<K>)); // of that topic
    },
    async kill() {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

if (process.argv[1] === here) {
  const [folder = ''] = process.argv.slice(2);
  let enginePid: number | undefined;
  const sources = new URL('../../electron/', import.meta.url).pathname;
  const app = await startAppBench(folder, {
    start: (entry) => {
      const port = forkNodeChild(`${sources}${entry}/process.ts`, []);
      if (entry === 'engine') enginePid = port.pid;
      return port;
    },
  });
  const send = (message: Message) => {
    if (process.connected) process.send?.(message);
  };
  app.topics.subscribe((topic, payload) => send({ topic, payload }));
  process.on('message', async ({ id, name, input }: { id: number; name: string; input: unknown }) => {
    const reply: Reply<unknown> = await app.dispatch(name, input);
    send({ id, reply });
  });
  process.on('disconnect', () => void app.close().then(() => process.exit(0)));
  send({ ready: enginePid ?? 0 });
}
