import type { Migration } from './migration.ts';

export const runs: Migration = {
  version: 3,
  name: 'runs',
  statements: [
    `CREATE TABLE runs (id VARCHAR PRIMARY KEY, kind VARCHAR NOT NULL, batch VARCHAR, over BOOLEAN NOT NULL, created_at BIGINT NOT NULL, view VARCHAR NOT NULL, state VARCHAR NOT NULL)`,
  ],
};
