/** What the user decided: a row each in `decisions`, by what it is about. Kept when its subject is read again. */
import type { Connection } from '../database.ts';

/** `behaviour`, `holes` and `costScale` of a series, `zone` and `moneyScale` of a usage point, each by its id. */
export type DecisionName = 'behaviour' | 'holes' | 'costScale' | 'zone' | 'moneyScale';

/** Keeps a decision; `undefined` takes it back. */
export async function saveDecision(
  connection: Connection,
  subject: string,
  name: DecisionName,
  value: string | undefined,
): Promise<void> {
  await connection.run('DELETE FROM decisions WHERE subject = ? AND name = ?', [subject, name]);
  if (value === undefined) return;
  await connection.run('INSERT INTO decisions VALUES (?, ?, ?, ?)', [subject, name, value, BigInt(Date.now())]);
}
