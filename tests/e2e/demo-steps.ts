/** Steps on the demo workspace that several specs share. */
import type { Locator } from '@playwright/test';
import { expect, type Program } from './fixtures.ts';
import { goTo } from './support-steps.ts';

/** The load profile, once it shows readings. */
export async function chart(program: Program): Promise<Locator> {
  const profile = program.page.getByRole('application').first();
  await expect(profile).toBeVisible({ timeout: 60_000 });
  await expect(profile.locator('[data-series]').first()).toHaveAttribute('data-points', /[1-9]/);
  return profile;
}

/** Ends the first sync: everything of the demo is here. */
export async function synced(program: Program): Promise<void> {
  await goTo(program, '/w/demo/jobs');
  await expect(program.page.locator('[data-job][data-state="done"]').first()).toBeVisible({ timeout: 90_000 });
}
