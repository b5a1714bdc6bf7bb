/** What the types of the declarations cannot hold. */
import { describe, expect, it } from 'vitest';
import { STORE_AREAS } from '../../../shared/contract/define.ts';
import { areasOfQueries, callNames, calls, storeCallNames, topics } from '../../../shared/contract/index.ts';

const commands = callNames.filter((name) => calls[name].kind === 'command');
const changed = new Set<string>(commands.flatMap((name) => [...calls[name].areas]));
const shown = new Set<string>(Object.values(areasOfQueries).flat());

describe('the declarations of calls', () => {
  it('name for each store call the areas that its answer is made of, or that it changes', () => {
    const without = storeCallNames.filter((name) => calls[name].areas.length === 0);
    // A stored entry or delivery does not change; what the event log and the grid of verdicts show is told by `events.arrived`,
    // `deliveries.arrived` and `runs.changed`. A query of the user's own is asked again by the user.
    expect(without.sort()).toEqual([
      'deliveries.get',
      'deliveries.list',
      'entries.raw',
      'events.list',
      'events.newer',
      'events.types',
      'query.cancel',
      'query.chart',
      'query.history',
      'query.parameters',
      'query.progress',
      'query.remember',
      'query.run',
      'query.views',
      'runs.grid',
    ]);
  });

  it.each(STORE_AREAS)('%s: some command changes it, and some answer shows it', (area) => {
    expect(changed).toContain(area);
    expect(shown).toContain(area);
  });

  it.each([
    ['bills.setMoneyScale', ['bills.list', 'overview.get', 'ranking.list']],
    // A list says the first and the last day by the meters' own time.
    ['usagePoints.setZone', ['authorizations.list', 'authorizations.ids', 'authorizations.get', 'usagePoints.list']],
  ] as const)('%s: the answers that it changes are asked for again', (command, queries) => {
    const areas = new Set<string>(calls[command].areas);
    const kept = queries.filter((query) => !calls[query].areas.some((area) => areas.has(area)));
    expect(kept).toEqual([]);
  });

  it('show nothing that no topic tells of', () => {
    const told = new Set<string>(STORE_AREAS);
    expect([...shown].filter((area) => !told.has(area) && !Object.hasOwn(topics, `${area}.changed`))).toEqual([]);
  });
});
