/** The JSON API client's public surface. */
export { type CallOptions, JsonApiClient } from './client.ts';
export { pageWalk } from './page-walk.ts';
export type { ApiAuthorization, ApiEvent, ApiForm, ApiMeter, Page } from './schemas.ts';
