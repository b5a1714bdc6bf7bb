/** Events of all workspaces: received, polled, kept, and told about. */
export { DEFAULT_SETTINGS, DEMO_SETTINGS, settingsInFolder } from './event-settings.ts';
export { eventsApi } from './events-api.ts';
export { EventsService } from './events-service.ts';
export { replayDelivery, sendRehearsal } from './rehearsal.ts';
