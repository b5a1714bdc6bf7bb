/**
 * Numbered migrations, applied in order, each in a transaction of its own, but all in one where the store is new. Never change one
 * that was released. What SQL cannot work out is filled after them: `catchUp` in `intake/index.ts`.
 */
import { AppError } from '#shared/errors.ts';
import type { Connection } from '../database.ts';
import type { Opening } from '../opening.ts';
import { sqlText } from '../sql-text.ts';
import { base } from './0001-base.ts';
import { events } from './0002-events.ts';
import { runs } from './0003-runs.ts';
import { loads } from './0004-loads.ts';
import { decisions } from './0005-decisions.ts';
import { eventDenials } from './0006-event-denials.ts';
import { serviceRecords } from './0007-service-records.ts';
import { billDecimals } from './0008-bill-decimals.ts';
import { grids } from './0009-grids.ts';
import { billLines } from './0010-bill-lines.ts';
import { inferredTimes } from './0011-inferred-times.ts';
import { costScale } from './0012-cost-scale.ts';
import { cutAnswers } from './0013-cut-answers.ts';
import { usagePointFacts } from './0014-usage-point-facts.ts';
import { whenFetched } from './0015-when-fetched.ts';
import { requestDetails } from './0016-request-details.ts';
import { forwards } from './0017-forwards.ts';
import { runVerdicts } from './0018-run-verdicts.ts';
import { packing } from './0019-packing.ts';
import { groups } from './0021-groups.ts';
import { daySums } from './0022-day-sums.ts';
import { daySumsBlock } from './0023-day-sums-block.ts';
import { listFacts } from './0024-list-facts.ts';
import { publicViews } from './0025-public-views.ts';
import { monthSums } from './0026-month-sums.ts';
import { viewsOfLists } from './0031-views-of-lists.ts';
import { valuelessEnds } from './0033-valueless-ends.ts';
import { restartedRegisters } from './0034-restarted-registers.ts';
import { missingSeconds } from './0035-missing-seconds.ts';
import { plainTexts } from './0036-plain-texts.ts';
import { endlessBills } from './0037-endless-bills.ts';
import { currentMeters } from './0038-current-meters.ts';
import { scalesOfLines } from './0039-scales-of-lines.ts';
import { wideFacts } from './0040-wide-facts.ts';
import { locationPoints } from './0041-location-points.ts';
import type { Migration } from './migration.ts';

export const migrations: readonly Migration[] = [
  base,
  events,
  runs,
  loads,
  decisions,
  eventDenials,
  serviceRecords,
  billDecimals,
  grids,
  billLines,
  inferredTimes,
  costScale,
  cutAnswers,
  usagePointFacts,
  whenFetched,
  requestDetails,
  forwards,
  runVerdicts,
  packing,
  groups,
  daySums,
  daySumsBlock,
  listFacts,
  publicViews,
  monthSums,
  viewsOfLists,
  valuelessEnds,
  restartedRegisters,
  missingSeconds,
  plainTexts,
  endlessBills,
  currentMeters,
  scalesOfLines,
  wideFacts,
  locationPoints,
];

/** Version after all migrations. */
export function latestVersion(): number {
  return migrations.at(-1)?.version ?? 0;
}

/**
 * The migrations that a store lacks of those up to `target` (the newest by default).
 * Rejects with `store_too_new` where a newer Meterscope wrote the file.
 */
export async function dueMigrations(connection: Connection, target = latestVersion()): Promise<readonly Migration[]> {
  await connection.run(
    'CREATE TABLE IF NOT EXISTS schema_migrations (version INTEGER, name VARCHAR, applied_at TIMESTAMP)',
  );
  const row = await connection.row('SELECT coalesce(max(version), 0) AS version FROM schema_migrations');
  const before = Number(row?.version ?? 0);
  if (before > latestVersion()) {
    throw new AppError({
      code: 'store_too_new',
      message: 'This workspace was written by a newer version of Meterscope.',
      action: 'Update Meterscope, or choose another data folder.',
      details: { version: before, known: latestVersion() },
    });
  }
  return migrations.filter(({ version }) => version > before && version <= target);
}

/** Brings a store to `target` (the newest by default). Rejects as {@link dueMigrations}. */
export async function migrate(connection: Connection, target = latestVersion(), opening?: Opening): Promise<void> {
  const due = await dueMigrations(connection, target);
  if (due[0] === migrations[0]) return await create(connection, due);
  for (const migration of due) {
    const tell = opening?.begin(`Tables: ${migration.name.replaceAll('-', ' ')}`);
    const of = migration.statements.length;
    await connection.transaction(async () => {
      for (const [done, statement] of migration.statements.entries()) {
        tell?.({ done, of, noun: 'changes' });
        await connection.run(statement);
      }
      await connection.run(recordOf([migration]));
    });
  }
}

/** A new store gets all of it at once: half the time that one statement after the other takes. */
function create(connection: Connection, all: readonly Migration[]): Promise<void> {
  const statements = [...all.flatMap((migration) => migration.statements), recordOf(all)];
  return connection.transaction(() => connection.run(statements.join(';\n')));
}

/** SQL that notes that these were applied. */
function recordOf(applied: readonly Migration[]): string {
  const rows = applied.map(({ version, name }) => `(${version}, ${sqlText(name)}, now()::TIMESTAMP)`);
  return `INSERT INTO schema_migrations VALUES ${rows.join(', ')}`;
}
