/** The JSON API client's public surface. */
export {
  type AuthorizationFilter,
  type CallOptions,
  type CollectionStarted,
  type EventFilter,
  JsonApiClient,
  type JsonApiConnection,
  type MeterFilter,
} from './client.ts';
export { type ApiAuthorization, type ApiEvent, type ApiForm, type ApiMeter, apiEvent, type Page } from './schemas.ts';
