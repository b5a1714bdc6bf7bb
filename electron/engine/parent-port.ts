/** The way of a child process to the core that started it, the same for both hosts. */
import type { ParentPort } from './channel.ts';

/** As much of Electron's `process.parentPort` as is used; the `electron` module is not imported here. */
interface ElectronParentPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { data: unknown }) => void): void;
}

/** The parent of this process, whichever host started it. */
export function parentPort(): ParentPort {
  const { parentPort: port } = process as { parentPort?: ElectronParentPort }; // present in a utilityProcess only
  if (port !== undefined) {
    return {
      postMessage: (message) => port.postMessage(message),
      onMessage: (listener) => port.on('message', (event) => listener(event.data)),
      onClose: () => undefined, // Electron ends its utility processes itself
    };
  }
  return {
    postMessage: (message) => {
      // False after the parent has gone; then nobody waits for it.
      if (process.connected) process.send?.(message);
    },
    onMessage: (listener) => process.on('message', listener),
    onClose: (listener) => process.on('disconnect', listener),
  };
}
