/**
 * The one way out of the page. Both hosts offer the same few things: make a call, hear a topic, turn a chosen file
 * into a handle, and hand a made one to the user. Only this file knows whether that goes over Electron's preload bridge or over loopback HTTP.
 */
import type { CallInput, CallName, CallOutput, Reply, TopicName, TopicPayload } from '#shared/contract/index.ts';

export interface Bridge {
  call<K extends CallName>(name: K, input: CallInput<K>): Promise<Reply<CallOutput<K>>>;
  /** Hears a topic until the returned function is called. */
  subscribe<K extends TopicName>(topic: K, listener: (payload: TopicPayload<K>) => void): () => void;
  /** A handle of a dropped or chosen file that `files.open` understands. */
  fileHandle(file: File): Promise<string>;
  /** Hands a file to the user. Answers its path where the main side wrote it; undefined when they changed their mind. */
  saveFile(name: string, content: Blob): Promise<Reply<{ path?: string } | undefined>>;
  /** Hears where the main side leads the window (menu, clicked notification, deep link). */
  onRoute(listener: (route: string) => void): () => void;
  /** Hears whether the main side can be reached, at once and on every change. */
  onConnection(listener: (connected: boolean) => void): () => void;
}

/** What the preload script puts on `window`. */
interface DesktopBridge {
  calls: Record<string, (input: unknown) => Promise<Reply<unknown>>>;
  subscribe(topic: string, listener: (payload: unknown) => void): () => void;
  onRoute(listener: (route: string) => void): () => void;
  fileHandle(file: File): string;
}

declare global {
  interface Window {
    meterscope?: DesktopBridge;
  }
}

const unreachable = {
  ok: false,
  error: {
    code: 'main_unreachable',
    message: 'Meterscope does not answer.',
    action: 'Look whether the program still runs; start it again and open the address that it prints.',
  },
} as const;

function desktopBridge(desktop: DesktopBridge): Bridge {
  return {
    call: async <K extends CallName>(name: K, input: CallInput<K>) => {
      const method = desktop.calls[name];
      if (!method) {
        return { ok: false, error: { code: 'unknown_call', message: `This version has no call "${name}".` } };
      }
      // The main side validated the answer against the contract before it sent it.
      return (await method(input)) as Reply<CallOutput<K>>;
    },
    // Payloads are validated by the main side likewise.
    subscribe: (topic, listener) => desktop.subscribe(topic, listener as (payload: unknown) => void),
    fileHandle: async (file) => desktop.fileHandle(file),
    saveFile: async (name, content) => {
      const reply = await desktop.calls['export.save']?.({ name, base64: await toBase64(content) });
      // Validated by the main side, as above.
      return (reply ?? unreachable) as Reply<CallOutput<'export.save'>>;
    },
    onRoute: (listener) => desktop.onRoute(listener),
    onConnection: (listener) => {
      listener(true);
      return () => {};
    },
  };
}

/** As a data URL, whose part after the comma it is. */
function toBase64(content: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '');
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(content);
  });
}

function browserBridge(): Bridge {
  let source: EventSource | undefined;
  /** Settles when the stream is open, or cannot be opened. */
  let listening: Promise<unknown> | undefined;
  let connected = true;
  const connectionListeners = new Set<(connected: boolean) => void>();
  const tell = (value: boolean) => {
    connected = value;
    for (const listener of connectionListeners) listener(value);
  };
  // One stream for all topics, opened with the first subscription; EventSource reconnects by itself.
  const stream = (): EventSource => {
    if (!source) {
      const opening = new EventSource('/rpc/events');
      opening.addEventListener('open', () => tell(true));
      opening.addEventListener('error', () => tell(false));
      listening = new Promise((resolve) => {
        for (const end of ['open', 'error']) opening.addEventListener(end, resolve, { once: true });
      });
      source = opening;
    }
    return source;
  };
  return {
    call: async <K extends CallName>(name: K, input: CallInput<K>) => {
      // What changes between an answer and the opening of the stream would never be heard of.
      await listening;
      try {
        const response = await fetch(`/rpc/${name}`, {
          method: 'POST',
          credentials: 'same-origin',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ input }),
        });
        return (await response.json()) as Reply<CallOutput<K>>;
      } catch {
        return unreachable;
      }
    },
    subscribe: (topic, listener) => {
      const events = stream();
      const onEvent = (event: MessageEvent<string>) => listener(JSON.parse(event.data));
      events.addEventListener(topic, onEvent);
      return () => events.removeEventListener(topic, onEvent);
    },
    fileHandle: async (file) => {
      const response = await fetch(`/upload?name=${encodeURIComponent(file.name)}`, {
        method: 'POST',
        credentials: 'same-origin',
        headers: { 'content-type': 'application/octet-stream' },
        body: file,
      });
      const reply = (await response.json()) as Reply<{ handle: string }>;
      if (!reply.ok) throw new Error(reply.error.message);
      return reply.value.handle;
    },
    saveFile: async (name, content) => {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(content);
      link.download = name;
      link.click();
      // The download has taken its own hold of the data by the next turn.
      setTimeout(() => URL.revokeObjectURL(link.href), 0);
      return { ok: true, value: {} };
    },
    // A tab is led by nobody but its user.
    onRoute: () => () => {},
    onConnection: (listener) => {
      connectionListeners.add(listener);
      listener(connected);
      return () => connectionListeners.delete(listener);
    },
  };
}

/** The bridge of whichever host serves this page. */
export const bridge: Bridge = window.meterscope ? desktopBridge(window.meterscope) : browserBridge();
