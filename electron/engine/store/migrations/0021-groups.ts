/**
 * What the user calls meters and authorizations by: tags, a note, and groups of meters. Like decisions they are kept apart from what
 * was read, by the id of what they are about: a new fetch, or a file that is read again, finds them where they were.
 */
import type { Migration } from './migration.ts';

export const groups: Migration = {
  version: 21,
  name: 'groups',
  statements: [
    // `kind` of the subject: meter (id of a usage point) or authorization (uid). Times are epoch milliseconds.
    'CREATE TABLE tags (kind VARCHAR NOT NULL, subject VARCHAR NOT NULL, tag VARCHAR NOT NULL, tagged_at BIGINT NOT NULL)',
    'CREATE TABLE notes (kind VARCHAR NOT NULL, subject VARCHAR NOT NULL, note VARCHAR NOT NULL, noted_at BIGINT NOT NULL)',
    // Without a rule, its members are those that were put in by hand.
    'CREATE TABLE meter_groups (id VARCHAR NOT NULL, name VARCHAR NOT NULL, rule VARCHAR, changed_at BIGINT NOT NULL)',
    'CREATE TABLE group_members (meter_group VARCHAR NOT NULL, usage_point VARCHAR NOT NULL)',
  ],
};
