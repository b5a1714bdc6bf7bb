import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { scenarioMatrix } from '../../../../electron/simulator/scenarios/print-table.ts';

describe('the scenario matrix', () => {
  it('in docs/simulator.md is what the scenarios do', async () => {
    const page = await readFile(new URL('../../../../docs/simulator.md', import.meta.url), 'utf8');
    expect(page).toContain(await scenarioMatrix());
  });
});
