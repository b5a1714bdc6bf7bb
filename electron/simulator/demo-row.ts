/** An authorization that is there when simulated time starts, as a row of a table. */
import type { LoginPlan } from './world/logins.ts';

export interface DemoRow {
  readonly utility: string;
  readonly username: string;
  readonly plan: LoginPlan;
  readonly daysAgo: number;
  readonly scope?: string;
  /** What became of it; the line prints only those that are alive. */
  readonly fate?: 'revoked' | 'expired';
  readonly nickname: string;
  /** The utility sends nothing of what came later. */
  readonly stoppedDaysAgo?: number;
  readonly expiresInDays?: number;
}
