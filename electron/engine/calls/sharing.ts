/** Sharing beyond one machine: a Parquet data set that grows with each export, and a PostgreSQL server. */
import type { CheckView } from '#shared/contract/connections.ts';
import type { ComparisonView, DatasetWritten, DifferenceView, Published } from '#shared/contract/share.ts';

export type DatasetResult = Omit<DatasetWritten, 'at'>;
export type PublishResult = Omit<Published, 'at'>;
export type Agreement = Omit<ComparisonView, 'at'>;
export type SeriesFigures = NonNullable<DifferenceView['here']>;

export type SharingCalls = {
  /**
   * Brings the data set in `folder` to what the store holds: adds, corrects and marks as deleted what is different there, or
   * begins one. Until its new manifest is in place, its readers see what was there before. Tells `export.progress`. Rejects with
   * `export_target_not_empty`, `dataset_unknown` and `dataset_of_another_workspace`.
   */
  'dataset.write': {
    input: {
      workspace: string;
      folder: string;
      /** Also writes months anew that lie in many files, or hold what was corrected or deleted. */
      compact?: boolean | undefined;
      about: { program: string; version: string; workspace: string };
      token?: string | undefined;
    };
    output: DatasetResult;
  };
  /**
   * Brings a PostgreSQL server to what the store holds; meters that were taken from one are left out. An end at any moment loses and doubles
   * nothing; the next call goes on. Tells `export.progress`. Rejects with `publish_address`, `publish_server`, `server_held`,
   * `publish_not_prepared`, `publish_other_version`, `publish_series_removed` and `cancelled`; no error has the password in it.
   */
  'publish.run': {
    input: {
      workspace: string;
      /** postgres://user:password@host:port/database; what is not there is taken from the environment, as other tools do. */
      to: string;
      /** Makes the schemas and roles first, where they are not there. */
      prepare?: boolean | undefined;
      about: { program: string; version: string; workspace: string };
      token?: string | undefined;
    };
    output: PublishResult;
  };
  /**
   * Goes to a server and says how far it came, step by step: name, port, encryption, sign-in, database, tables, rights. Changes nothing. Rejects
   * with `publish_address` only; no text has the password in it.
   */
  'server.check': { input: { to: string }; output: CheckView[] };
  /** Makes schemas and roles on a server where they are not there, as a user who may. Rejects as `publish.run`. */
  'publish.prepare': { input: { workspace: string; to: string }; output: undefined };
  /**
   * Compares what a server holds with the store, as far as `publish.run` brings it there: count, sum and checksum of the readings of each
   * series. Reads all of both; changes nothing. Tells `export.progress`, in months. Rejects as `publish.run`.
   */
  'publish.compare': {
    input: { workspace: string; to: string; token?: string | undefined };
    output: Agreement;
  };
};

export type PullCalls = {
  /** Meters of a server that have each of some words, by their number; `more` says that there are more. Rejects with `team_server`,
   * `team_other_version` and `publish_address`; no error has the password in it. */
  'pull.list': {
    input: { from: string; search: string; limit: number };
    output: {
      rows: {
        id: string;
        meter: string;
        customer: string | null;
        service: string | null;
        tariff: string | null;
        readings: number;
        /** UTC; ends of the last reading, and of the publisher's last whole run. */
        last: string | null;
        published: string | null;
        /** Of its series that lacks most, 0 to 1. */
        coverage: number | null;
        publisher: string | null;
      }[];
      more: boolean;
    };
  };
  /**
   * Brings one meter (its id on the server) in the store to what the server has: its data in one transaction, and nothing where it is the
   * same, or the workspace's own. A meter that the server does not have any more is removed from the store. Tells `export.progress`, in
   * readings. Rejects as `pull.list`, and with `cancelled`.
   */
  'pull.meter': {
    input: { workspace: string; from: string; meter: string; token?: string | undefined };
    output: {
      state: 'pulled' | 'same' | 'own' | 'removed' | 'unknown';
      /** Its id here. */
      usagePoint?: string;
      readings: number;
    };
  };
  /** The meters that the store has from a server. */
  'pull.known': { input: { workspace: string; from: string }; output: { there: string; here: string }[] };
};
