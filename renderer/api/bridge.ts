/**
 * The one way out of the page. Both hosts offer the same few things: make a call, subscribe to a topic, turn a chosen file
 * into a handle, and save one that the page made. Only this file knows whether that goes over Electron's preload bridge or over loopback HTTP.
 */
import { HOW_TO_GET_IN, MAX_UPLOAD_BYTES, SESSION_KEY_HEADER, uploadTooLarge } from '#shared/browser-session.ts';
import type { CallInput, CallName, CallOutput, Reply, TopicName, TopicPayload } from '#shared/contract/index.ts';
import { linkOfRoute } from '#shared/routes.ts';
import type { WindowOffer } from '#shared/window-offer.ts';
import type { DesktopBridge } from '../../electron/preload.ts';
import { openEventStream } from './event-stream.ts';
import { sessionKey, takeSessionKey } from './session-key.ts';

export interface Bridge {
  /** Why this page cannot reach the program at all: a sentence for the user. */
  readonly locked: string | undefined;
  call<K extends CallName>(name: K, input: CallInput<K>): Promise<Reply<CallOutput<K>>>;
  /** Subscribes to a topic until the returned function is called. */
  subscribe<K extends TopicName>(topic: K, listener: (payload: TopicPayload<K>) => void): () => void;
  /** A handle of a dropped or chosen file that `files.open` understands. */
  fileHandle(file: File): Promise<Reply<{ handle: string }>>;
  /** Saves a file. Answers its path where the main side wrote it; undefined when the user cancelled. */
  saveFile(name: string, content: Blob): Promise<Reply<{ path?: string } | undefined>>;
  /**
   * An address of the page in a form that opens it from outside the program: `meterscope:`, or http in a browser tab. Undefined
   * where it is too long for that.
   */
  linkTo(address: string): string | undefined;
  /** Subscribes to the addresses that the main side opens (menu, clicked notification, deep link). */
  onRoute(listener: (route: string) => void): () => void;
  /** Tells the program's menu and badge what this window offers. A tab has neither. */
  offer(offer: WindowOffer): void;
  /** Subscribes to the commands that are chosen in the program's menu, by their ids. */
  onCommand(listener: (id: string) => void): () => void;
  /** Tells whether the main side can be reached, at once and on every change. */
  onConnection(listener: (connected: boolean) => void): () => void;
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
    action: 'Check that the program is still running, or start it again and open the address it prints.',
  },
} as const;

function desktopBridge(desktop: DesktopBridge): Bridge {
  return {
    locked: undefined,
    call: (name, input) => desktop.calls[name](input),
    subscribe: desktop.subscribe,
    fileHandle: desktop.fileHandle,
    saveFile: async (name, content) => desktop.calls['export.save']({ name, base64: await toBase64(content) }),
    linkTo: linkOfRoute,
    onRoute: desktop.onRoute,
    offer: desktop.offer,
    onCommand: desktop.onCommand,
    onConnection: (listener) => {
      listener(true);
      return () => {};
    },
  };
}

/** The content in base64: what follows the comma of its data URL. */
function toBase64(content: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '');
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(content);
  });
}

function browserBridge(): Bridge {
  takeSessionKey();
  const headers = (type: string) => ({ 'content-type': type, [SESSION_KEY_HEADER]: sessionKey() ?? '' });
  /** Settles when the stream of topics is open, or cannot be opened. */
  let listening: Promise<void> | undefined;
  let connected = true;
  const connectionListeners = new Set<(connected: boolean) => void>();
  const topicListeners = new Map<string, Set<(payload: unknown) => void>>();
  const setConnected = (value: boolean) => {
    if (value === connected) return;
    connected = value;
    for (const listener of connectionListeners) listener(value);
  };
  // One stream for all topics, opened with the first subscription.
  const listen = () => {
    listening ??= openEventStream({
      connect: () => fetch('/rpc/events', { headers: headers('application/json') }),
      onEvent: (topic, data) => {
        for (const listener of topicListeners.get(topic) ?? []) listener(JSON.parse(data));
      },
      onConnection: setConnected,
    });
  };
  const call: Bridge['call'] = async <K extends CallName>(name: K, input: CallInput<K>) => {
    // A change between an answer and the opening of the stream would be missed.
    await listening;
    try {
      const response = await fetch(`/rpc/${name}`, {
        method: 'POST',
        credentials: 'same-origin',
        headers: headers('application/json'),
        body: JSON.stringify({ input }),
      });
      return (await response.json()) as Reply<CallOutput<K>>;
    } catch {
      return unreachable;
    }
  };
  return {
    locked: sessionKey() === undefined ? HOW_TO_GET_IN : undefined,
    call,
    subscribe: (topic, listener) => {
      // The main side validated the payload against the contract before it sent it.
      const deliver = listener as (payload: unknown) => void;
      const listeners = topicListeners.get(topic) ?? new Set();
      topicListeners.set(topic, listeners.add(deliver));
      listen();
      return () => listeners.delete(deliver);
    },
    fileHandle: async (file) => {
      if (file.size > MAX_UPLOAD_BYTES) return { ok: false, error: uploadTooLarge };
      try {
        const response = await fetch(`/upload?name=${encodeURIComponent(file.name)}`, {
          method: 'POST',
          credentials: 'same-origin',
          headers: headers('application/octet-stream'),
          body: file,
        });
        return (await response.json()) as Reply<{ handle: string }>;
      } catch {
        return unreachable;
      }
    },
    saveFile: async (name, content) => {
      const permitted = await call('export.permit', { name });
      if (!permitted.ok) return permitted;
      const link = document.createElement('a');
      link.href = URL.createObjectURL(content);
      link.download = name;
      link.click();
      // The download has taken its own hold of the data by the next turn.
      setTimeout(() => URL.revokeObjectURL(link.href), 0);
      return { ok: true, value: {} };
    },
    linkTo: (address) => new URL(`#${address}`, window.location.href).href,
    // A tab is led by nobody but its user.
    onRoute: () => () => {},
    offer: () => {},
    onCommand: () => () => {},
    onConnection: (listener) => {
      connectionListeners.add(listener);
      listener(connected);
      return () => connectionListeners.delete(listener);
    },
  };
}

/** The bridge of whichever host serves this page. */
export const bridge: Bridge = window.meterscope ? desktopBridge(window.meterscope) : browserBridge();
