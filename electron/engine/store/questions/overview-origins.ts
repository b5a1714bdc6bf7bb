/** What an overview rests on: by whose clocks its months are, and which services and files its meters are of. */
import type { SomeHandlers } from '../context.ts';
import { localClocks } from '../local-time.ts';
import { number, text } from '../row.ts';
import { countedPoints } from './group-members.ts';

export const originHandlers = {
  'overview.origins': async ({ workspace, group }, context) => {
    const { database, zone } = context.store(workspace);
    const { reader } = database;
    const chosen = await countedPoints(reader, group);
    const clocks = await reader.rows(
      `SELECT p.local_time, d.value AS chosen_zone, count(*) AS meters FROM usage_points p
       LEFT JOIN decisions d ON d.subject = p.id AND d.name = 'zone' WHERE ${chosen} GROUP BY ALL`,
    );
    const clockFor = await localClocks(reader, clocks, zone);
    const zones = new Map<string, number>();
    for (const row of clocks) {
      const { label } = clockFor(row);
      zones.set(label, (zones.get(label) ?? 0) + number(row.meters));
    }
    // Of a service its address: each of its answers is a document of its own.
    const sources = await reader.rows(
      `SELECT CASE WHEN o.kind = 'file' THEN o.label ELSE regexp_extract(o.label, '^[a-z]+://[^/]+') END AS name, o.kind = 'file' AS is_file,
         count(*) AS meters, max(o.read_at) AS read_at
       FROM usage_points p JOIN sources o USING (source) WHERE ${chosen} GROUP BY ALL ORDER BY meters DESC, name`,
    );
    return {
      zones: [...zones].map(([label, meters]) => ({ label, meters })).toSorted((a, b) => b.meters - a.meters),
      sources: sources.map((row) => ({
        name: text(row.name),
        isFile: row.is_file === true,
        meters: number(row.meters),
        readAt: number(row.read_at),
      })),
    };
  },
} satisfies SomeHandlers;
