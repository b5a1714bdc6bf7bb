/** One step of the schema. */
export interface Migration {
  version: number;
  name: string;
  statements: readonly string[];
}
