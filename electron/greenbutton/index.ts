/** The Green Button client's public surface. */
export { browseResource, rememberingTokens, sendByHand } from './browse.ts';
export { type Filters, filterTime, type GetOptions, GreenButtonClient } from './client.ts';
export { type EntryLinks, entryLinks } from './entry-links.ts';
