/**
 * The event log: what the service sent or was asked for, kept as it came with the circumstances of its arrival. Events are
 * committed before they are answered (`commit.ts`), listed page by page (`rows.ts`) and written to files (`export.ts`).
 */
export { eventHandlers as eventLogHandlers } from './events.ts';
