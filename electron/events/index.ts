/** Events of all workspaces: receives, polls and keeps them, and notifies windows. */
export { DEFAULT_SETTINGS, DEMO_SETTINGS, settingsInFolder } from './event-settings.ts';
export { EventsService } from './events-service.ts';
export { eventsApi } from './polling/events-api.ts';
export { replayDelivery, sendRehearsal } from './receiving/rehearsal.ts';
