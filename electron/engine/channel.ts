/**
 * The wire between the core and the engine process, as little as both hosts have in common:
 * Electron's `utilityProcess` (MessagePort) and Node's `child_process.fork` with `serialization: 'advanced'`.
 */

/** The core's end of a running engine process. The Host makes one; a new one for every start. */
export interface EngineChannel {
  /** Sends a structured-cloneable message. Never throws once the process is gone. */
  postMessage(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Called once, with the exit code (null when a signal ended it). */
  onExit(listener: (code: number | null) => void): void;
  /** Ends the process now. */
  kill(): void;
}

/** The engine's end: what {@link serveEngine} in process.ts needs from its parent. */
export interface ParentPort {
  postMessage(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  /** The core went away; the engine then closes its stores and ends. */
  onClose(listener: () => void): void;
}
