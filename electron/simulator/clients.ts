/**
 * Clients of a consultant, a few meters each, with the tags that the consultant gave them. They come after the demo: hours of fourteen
 * months only, so that all of them together are a tenth of it.
 */
import type { DemoRow } from './demo-row.ts';
import { HISTORY_MONTHS, type LoginPlan } from './world/logins.ts';
import type { ProfileName } from './world/profiles.ts';

/** A year to compare with, and something to compare. */
const MONTHS = 14;

interface Client extends DemoRow {
  readonly tags: readonly string[];
}

function client(
  utility: string,
  username: string,
  nickname: string,
  tags: readonly string[],
  profiles: readonly ProfileName[],
  more: Partial<DemoRow> = {},
): Client {
  const plan: LoginPlan = {
    kind: 'commercial',
    meters: profiles.map((profile) => ({
      profile,
      smartAfterMonths: HISTORY_MONTHS - MONTHS,
      ...(profile === 'gasHome' ? {} : { intervalLength: 3600 }),
    })),
  };
  return { utility, username, plan, daysAgo: 120, nickname, tags, ...more };
}

export const CLIENTS: readonly Client[] = [
  client(
    'DEMO',
    'harbour.clinics',
    'Clinics, five sites',
    ['Health', 'Night load'],
    ['office', 'office', 'office', 'coldStore', 'gasHome'],
  ),
  client('DEMO', 'corner.bakeries', 'Bakeries, four shops', ['Retail'], ['bakery', 'bakery', 'bakery', 'carPark']),
  client(
    'PACIFIC',
    'bay.schools',
    'Schools, with solar roofs',
    ['Schools', 'Solar'],
    ['office', 'solarHome', 'solarHome', 'carPark'],
  ),
  client(
    'PACIFIC',
    'fresh.market',
    'Food markets',
    ['Retail', 'Night load'],
    ['coldStore', 'coldStore', 'bakery', 'carPark'],
  ),
  client(
    'FRONTRANGE',
    'mountain.lodge',
    'A hotel, which left in January',
    ['Hotels'],
    ['office', 'bakery', 'gasHome'],
    {
      stoppedDaysAgo: 24,
    },
  ),
  client('FRONTRANGE', 'library.board', 'Libraries', ['Public'], ['office', 'office', 'gasHome'], {
    expiresInDays: 18,
  }),
  client(
    'SALTRIVER',
    'desert.storage',
    'Cold stores',
    ['Logistics', 'Night load'],
    ['coldStore', 'coldStore', 'coldStore'],
  ),
];
