/** What the service's JSON API says of authorizations and meters beside their Green Button entries: status, notes, utility. */

/** An object of the JSON API as it was sent. */
export interface ServiceRecord {
  kind: 'authorization' | 'meter';
  uid: string;
  /** auth_uid; of an authorization its own. A meter of two authorizations has a record in each. */
  authorization: string;
  /** Any JSON object (service-facts: Authorization, Meter). */
  record: unknown;
}

export type ServiceRecordCalls = {
  /** Inserts or replaces by kind, uid and authorization. `at` is when they were answered, epoch milliseconds. */
  'serviceRecords.put': {
    input: { workspace: string; at: number; records: readonly ServiceRecord[] };
    output: undefined;
  };
};
