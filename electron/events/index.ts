/** Events of all workspaces: receives, polls and keeps them, and notifies windows. */
export { DEFAULT_SETTINGS, DEMO_SETTINGS, settingsInFolder } from './event-settings.ts';
export { EventsService } from './events-service.ts';
export { incomingEvents } from './parse.ts';
export { eventsApi } from './polling/events-api.ts';
export { type Cursor, listedLate, takePage } from './polling/walk.ts';
export type { EventsApi } from './ports.ts';
export { openPost, type Post } from './receiving/post.ts';
export { rehearsedEvents, replayDelivery, sendRehearsal } from './receiving/rehearsal.ts';
export { bodyOf, signedRequest } from './receiving/signed-request.ts';
