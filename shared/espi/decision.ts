/** A decision that is shown and can be overridden. */
export interface Decision<T> {
  value: T;
  reason: string;
  /** False where the data leave room for doubt: then the user is asked to decide. */
  certain: boolean;
}
