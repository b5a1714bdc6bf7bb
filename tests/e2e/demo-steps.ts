/** Steps on the demo workspace that several specs share. */
import type { Locator } from '@playwright/test';
import { expect, type Program } from './fixtures.ts';
import { goTo } from './support-steps.ts';

/** The load profile, once it shows readings. */
export async function chart(program: Program): Promise<Locator> {
  const profile = program.page.getByRole('application', { name: /^Load profile/ });
  await expect(profile.locator('[data-series]').first()).toHaveAttribute('data-points', /[1-9]/, { timeout: 90_000 });
  return profile;
}

/** The newest job on the jobs screen. */
export const newestJob = (program: Program) => program.page.locator('.ms-job-list [data-job]').first();

/**
 * Goes to the jobs, and waits until the fetch with which each start begins is done, so that nothing changes any more by itself.
 * It comes after the first chart: wait for that first. @param before the newest job until then @returns the id of that fetch
 */
export async function synced(program: Program, before = program.lastJob): Promise<string> {
  await goTo(program, '/w/demo/jobs');
  const job = newestJob(program);
  // Before the first one there is none, and no id to be another than.
  await expect(job).toHaveAttribute('data-job', before === '' ? /./ : new RegExp(`^(?!${before}$)`), {
    timeout: 30_000,
  });
  await expect(job).toHaveAttribute('data-state', 'done', { timeout: 90_000 });
  return (await job.getAttribute('data-job')) ?? '';
}

/** The first chart, once everything of the demo is here. */
export async function firstChart(program: Program): Promise<Locator> {
  await chart(program);
  const address = await program.page.evaluate(() => location.hash);
  await synced(program);
  await goTo(program, address.replace(/^#/, ''));
  return await chart(program);
}
