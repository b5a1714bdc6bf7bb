/**
 * Plays every scenario and prints what came of it: `node electron/simulator/scenarios/print-table.ts`.
 * The table stands in docs/simulator.md; a test compares the two.
 */
import { fileURLToPath } from 'node:url';
import { ccaScenario, SCENARIOS } from '#shared/scenarios/names.ts';
import { SimulatedClock } from '../clock/simulated-clock.ts';
import { Collections } from '../collection/collections.ts';
import { scenarioUsername } from '../json/test-submit.ts';
import { startInstant } from '../world/time.ts';
import type { Authorization, World } from '../world/types.ts';
import { createWorld } from '../world/world.ts';
import { createDriver } from './driver.ts';
import { watchLifetimes } from './lifetime.ts';

const SEED = 1;
const HOUR_MS = 3_600_000;
const MONTHS = 12;

/** The table in Markdown: scenario, events of the login, authorization, events of the collection, meters. */
export async function scenarioMatrix(): Promise<string> {
  const clock = new SimulatedClock({ startMs: startInstant(SEED), rate: 0 });
  const world = createWorld(SEED, clock);
  world.driver = createDriver(world);
  watchLifetimes(world);
  const collections = new Collections(world);
  const { utility } = world.settings;
  const rows = [
    '| Scenario | Events of the login | Authorization ends as | Events of the collection | Meters end as |',
    '|---|---|---|---|---|',
  ];
  for (const scenario of [...SCENARIOS.map((row) => row.name), ccaScenario(utility)]) {
    rows.push(`| ${(await play(world, clock, collections, scenario)).join(' | ')} |`);
  }
  clock.stop();
  return `${rows.join('\n')}\n`;
}

async function play(world: World, clock: SimulatedClock, collections: Collections, scenario: string) {
  const authorization = world.submit({
    utility: world.settings.utility,
    username: scenarioUsername(world, scenario),
    formUid: world.settings.formUid,
    source: 'test-submit',
  });
  await clock.advance(HOUR_MS);
  let login = eventsSince(world, authorization, 0);
  if (world.driver?.awaitsCode(authorization)) {
    const before = world.events.length;
    world.driver.enterCode(authorization, world.settings.mfaCode);
    await clock.advance(HOUR_MS);
    login = `${login}; with the right code: ${eventsSince(world, authorization, before)}`;
  }
  const afterLogin = stateOf(authorization);
  const before = world.events.length;
  for (const meter of authorization.meters) collections.start(meter, MONTHS, MONTHS);
  await clock.advance(HOUR_MS);
  const afterCollection = stateOf(authorization);
  return [
    `\`${scenario}\``,
    login,
    afterLogin === afterCollection ? afterLogin : `${afterLogin}; after collection: ${afterCollection}`,
    eventsSince(world, authorization, before) || '-',
    authorization.meters.map((meter) => meterState(world, meter)).join('; ') || 'no meters',
  ];
}

/** The events of an authorization in their order, without the prefixes that all of them share; runs are counted. */
function eventsSince(world: World, authorization: Authorization, from: number): string {
  const names = world.events
    .slice(from)
    .filter((event) => event.authorization_uid === authorization.uid)
    .map((event) =>
      event.type.replace(/^(authorization_(?!created|revoked|expired)|meter_historical_collection_)/, ''),
    );
  const runs: { name: string; count: number }[] = [];
  for (const name of names) {
    const last = runs.at(-1);
    if (last?.name === name) last.count++;
    else runs.push({ name, count: 1 });
  }
  return runs.map((run) => (run.count === 1 ? run.name : `${run.name} x${run.count}`)).join(', ');
}

function stateOf(authorization: Authorization): string {
  const ended = authorization.revokedAt === null ? (authorization.isExpired ? ', expired' : '') : ', revoked';
  const notes = authorization.notes.map((note) => note.type).join(', ');
  return `${authorization.status}${ended} (${notes})`;
}

function meterState(world: World, meter: Authorization['meters'][number]): string {
  const notes = meter.notes.map((note) => note.type).join(', ');
  const bills = `${world.billCount(meter)} bills`;
  const intervals =
    world.intervalCount(meter) > 0 ? `intervals in ${world.intervalCoverage(meter).length} piece(s)` : 'no intervals';
  return `${meter.status}: ${bills}, ${intervals} (${notes})`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(await scenarioMatrix());
