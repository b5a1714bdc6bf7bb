/** The JSON API client's public surface. */
export { type CallOptions, JsonApiClient } from './client.ts';
export type { ApiAuthorization, ApiEvent, ApiForm, ApiMeter, Page } from './schemas.ts';
