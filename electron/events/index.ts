/** Events of all workspaces: received, polled, kept, and told about. */
export { DEFAULT_SETTINGS, DEMO_SETTINGS, settingsInFolder } from './event-settings.ts';
export { EventsService } from './events-service.ts';
export { eventsApi } from './polling/events-api.ts';
export { replayDelivery, sendRehearsal } from './receiving/rehearsal.ts';
