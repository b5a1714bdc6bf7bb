/** The Green Button client's public surface. */
export { type Filters, filterTime, type GetOptions, GreenButtonClient, type GreenButtonConnection } from './client.ts';
export { type EntryLinks, entryLinks } from './entry-links.ts';
