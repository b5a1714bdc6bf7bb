/** Everything that is alive in the core, by name. Handlers take what they need from here. */
import type { BaseParts } from './base-parts.ts';
import type { Checks } from './checks.ts';
import type { Documents } from './documents.ts';
import type { AppEvents } from './events.ts';
import type { AppRequestLog } from './request-log.ts';
import type { Schedules } from './schedules.ts';
import type { ServiceChecks } from './service-check/service-checks.ts';
import type { Comparisons } from './sharing.ts';
import type { SupportDesk } from './support-desk.ts';
import type { Updates } from './updates.ts';

export interface AppParts extends BaseParts {
  supportDesk: SupportDesk;
  schedules: Schedules;
  events: AppEvents;
  updates: Updates;
  requestLog: AppRequestLog;
  documents: Documents;
  checks: Checks;
  serviceChecks: ServiceChecks;
  comparisons: Comparisons;
}
