/** The one bridge between the page and the main side: one function for each call of the contract, topics, and file handles. */
import { contextBridge, ipcRenderer, webUtils } from 'electron';
import type { CallInput, CallName, CallOutput, Reply, TopicName, TopicPayload } from '#shared/contract/index.ts';
import type { WindowOffer } from '#shared/window-offer.ts';

/** Put in by the build (electron/build/vite.preload.config.ts) from the contract itself, so that no schema is loaded here. */
declare const __CALL_NAMES__: readonly CallName[];
declare const __TOPIC_NAMES__: readonly TopicName[];

type Calls = { [K in CallName]: (input: CallInput<K>) => Promise<Reply<CallOutput<K>>> };

const bridge = {
  // One function for each name; the main side checks what goes in and what comes out against the contract.
  calls: Object.fromEntries(
    __CALL_NAMES__.map((name) => [name, (input: unknown) => ipcRenderer.invoke('meterscope:call', name, input)]),
  ) as Calls,
  /** Subscribes to a topic. Returns a function that ends it. */
  subscribe<K extends TopicName>(topic: K, listener: (payload: TopicPayload<K>) => void): () => void {
    if (!__TOPIC_NAMES__.includes(topic)) throw new Error(`There is no topic "${topic}".`);
    const onMessage = (_event: unknown, name: TopicName, payload: TopicPayload<K>) => {
      if (name === topic) listener(payload);
    };
    ipcRenderer.on('meterscope:topic', onMessage);
    return () => void ipcRenderer.off('meterscope:topic', onMessage);
  },
  /** Subscribes to navigation by the main side (menu, clicked notification, deep link). Returns a function that ends it. */
  onRoute(listener: (route: string) => void): () => void {
    const onMessage = (_event: unknown, route: string) => listener(route);
    ipcRenderer.on('meterscope:route', onMessage);
    return () => void ipcRenderer.off('meterscope:route', onMessage);
  },
  /** Tells the menu and the badge of the program what this window offers now. */
  offer: (offer: WindowOffer): void => ipcRenderer.send('meterscope:offer', offer),
  /** Subscribes to what is chosen in the menu: ids of offered commands. Returns a function that ends it. */
  onCommand(listener: (id: string) => void): () => void {
    const onMessage = (_event: unknown, id: string) => listener(id);
    ipcRenderer.on('meterscope:command', onMessage);
    return () => void ipcRenderer.off('meterscope:command', onMessage);
  },
  /** The handle of a dropped or chosen file that `files.open` takes. Only the main side knows its path. */
  fileHandle: async (file: File): Promise<Reply<{ handle: string }>> =>
    ipcRenderer.invoke('meterscope:file', webUtils.getPathForFile(file)),
};
/** What the page finds as `window.meterscope`. */
export type DesktopBridge = typeof bridge;

contextBridge.exposeInMainWorld('meterscope', bridge);
