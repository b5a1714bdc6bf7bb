/** Events on the screen: the tail, its health after a sleep, the rehearsal bench, and a storm of a thousand a second. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import type { Simulator } from '../fixtures/simulator.ts';
import { barriers } from './barriers.ts';
import { expect, type Program, screenshotForReadme, test } from './fixtures.ts';
import { still } from './support-steps.ts';

const EVENTS = '/w/demo/events';

async function goTo(page: Page, address: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, address);
}

const health = (page: Page) => page.getByRole('region', { name: 'Health of the event log' });
const log = (page: Page) => page.getByRole('grid', { name: 'Events' });
const firstRow = (page: Page) => log(page).locator('[aria-rowindex="2"]');

/** Opens the log and waits until the demo's service has delivered its first event. */
async function openEvents(program: Program): Promise<Page> {
  const { page } = program;
  await goTo(page, EVENTS);
  await expect(health(page)).toContainText('on, reachable', { timeout: 60_000 });
  await expect(firstRow(page)).toBeVisible({ timeout: 30_000 });
  return page;
}

/** Lets a scenario play out at the service: about ten events. */
async function submit({ bootstrap, control }: Simulator, scenario = 'commercial'): Promise<void> {
  const answer = await fetch(`${bootstrap.api_base}/forms/${bootstrap.form_uid}/test-submit`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bootstrap.api_token}` },
    body: JSON.stringify({ utility: bootstrap.utility, scenario }),
  });
  expect(answer.status).toBe(200);
  await control('POST', 'clock', { advance_s: 120 });
}

/** Narrows the log to events with a text, and waits until the list is that one: the whole one is shown until then. */
async function filterBy(page: Page, text: string): Promise<void> {
  await page.getByLabel('Text in the event').fill(text);
  await expect.poll(() => page.url()).toContain(`text=${text}`);
  await expect(firstRow(page)).toContainText(text);
  const rows = log(page).locator('[aria-rowindex]:not([aria-rowindex="1"])');
  await expect(rows.filter({ hasNotText: text })).toHaveCount(0);
}

/** Opens the event of a meter that was created by a submission. */
async function openMeterCreated(program: Program, simulator: Simulator): Promise<Page> {
  const page = await openEvents(program);
  await submit(simulator);
  await filterBy(page, 'meter_created');
  await log(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  return page;
}

/**
 * Types into a filter, and goes on typing just when the address takes the first part. Answers what the field shows from
 * then on, until the address has all of it.
 */
async function typeOn(field: Locator, first: string, all: string): Promise<string[]> {
  return field.evaluate(
    (input, [first, all]) =>
      new Promise<string[]>((resolve) => {
        const enter = (text = '') => {
          Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
          input.dispatchEvent(new Event('input', { bubbles: true }));
        };
        const shown: string[] = [];
        const look = () => {
          shown.push((input as HTMLInputElement).value);
          if (location.hash.includes(`text=${all}`)) resolve([...new Set(shown)]);
          else requestAnimationFrame(look);
        };
        for (const name of ['pushState', 'replaceState'] as const) {
          const change = history[name];
          history[name] = (...to) => {
            change.apply(history, to);
            if (shown.length > 0 || !location.hash.includes(`text=${first}`)) return;
            enter(all);
            look();
          };
        }
        enter(first);
      }),
    [first, all],
  );
}

async function matching(page: Page): Promise<number> {
  const text = (await page.getByTestId('event-count').textContent()) ?? '';
  return Number(text.split(' ')[0]?.replaceAll(',', ''));
}

test('the tail follows, stops when one moves in it, and says how many are new', async ({ program, simulator }) => {
  const page = await openEvents(program);
  const before = await matching(page);
  await submit(simulator);
  await expect(firstRow(page)).toContainText('authorization_update_finished_successful');
  await expect.poll(() => matching(page)).toBeGreaterThan(before + 3);
  await screenshotForReadme(program, 'events');

  await log(page).focus();
  // Once only: two moves are drawn one after the other, and the text is read between them.
  await page.keyboard.press('j');
  await expect(page.getByRole('button', { name: 'Paused' })).toBeVisible();
  await expect(log(page).locator('[aria-selected="true"]')).toHaveCount(1);
  const looked = await log(page).locator('[aria-selected="true"]').textContent();
  await submit(simulator, 'badlogin');
  await expect(page.getByTestId('newer')).toContainText('new');
  expect(await log(page).locator('[aria-selected="true"]').textContent()).toBe(looked);
  await page.keyboard.press('f');
  await expect(firstRow(page)).toContainText('authorization_update_finished_errored');
  await expect(page.getByRole('button', { name: 'Following' })).toBeVisible();
});

test('a filtered log and an opened event have an address, and the event leads to its neighbours @page', async ({
  program,
  simulator,
}) => {
  const page = await openMeterCreated(program, simulator);
  const detail = page.getByRole('complementary', { name: 'Event' });
  await expect(detail.getByLabel('Raw JSON of the event')).toContainText('"type": "meter_created"');
  await expect(detail).toContainText('Signature');
  const address = new URL(page.url()).hash.slice(1);
  await goTo(page, '/w/demo/jobs');
  await expect(detail).toBeHidden();
  await goTo(page, address);
  await expect(detail.getByRole('heading', { level: 2 })).toHaveText('meter created');
  await page.keyboard.press('Tab');
  await log(page).focus();
  await page.keyboard.press('Escape');
  await expect(detail).toBeHidden();
  // What was typed while the address was changing is not lost.
  expect(await typeOn(page.getByLabel('Text in the event'), 'auth', 'authorization')).toEqual(['authorization']);
});

test('an event is found by its uid in the palette, and a meter leads to its events @page', async ({
  program,
  simulator,
}) => {
  const page = await openMeterCreated(program, simulator);
  const raw = page.getByLabel('Raw JSON of the event');
  await expect(raw).toContainText('"type": "meter_created"');
  const json = JSON.parse((await raw.textContent()) ?? '{}');
  const meters = page.getByRole('heading', { level: 1, name: 'Meters' });
  await goTo(page, '/w/demo/meters');
  await expect(meters).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByPlaceholder('Meter number, name, uid').fill(json.uid);
  await page.getByRole('button', { name: /^meter created/ }).click();
  await expect(page.getByLabel('Raw JSON of the event')).toContainText(json.uid);

  await goTo(page, '/w/demo/meters');
  await expect(meters).toBeVisible();
  await page.getByRole('grid', { name: 'meters' }).locator('[aria-rowindex="2"]').click();
  await page.getByRole('main').getByRole('link', { name: 'Events', exact: true }).click();
  await expect.poll(() => page.url()).toMatch(/\/events\?object=/);
  await expect(page.getByTestId('event-count')).toBeVisible();
});

test('after a sleep the health says so, and polling has filled in what was missed', async ({ program, simulator }) => {
  const page = await openEvents(program);
  await expect(health(page)).toContainText('every 10 s');
  process.kill(program.pid(), 'SIGSTOP');
  try {
    // The service goes on alone; its deliveries run into a receiver that does not answer (5 s each).
    await submit(simulator, 'badlogin');
  } finally {
    process.kill(program.pid(), 'SIGCONT');
  }
  await expect(health(page)).toContainText(/slept, or the program was stopped/, { timeout: 30_000 });
  await expect(health(page)).toContainText(/caught up/, { timeout: 30_000 });
  await page.getByLabel('Text in the event').fill('finished_errored');
  await expect(firstRow(page)).toContainText('authorization_update_finished_errored');
});

test('the rehearsal bench sends every kind of delivery, and the log believes only the good ones @page', async ({
  program,
}) => {
  const page = await openEvents(program);
  await page.getByRole('tab', { name: 'Rehearsal' }).click();
  const bench = page.getByRole('region', { name: 'Send a test delivery to this receiver' });
  await bench.getByLabel('Type, known or not').fill('brand_new_type');
  await page.keyboard.press('Escape');
  for (const [spoiled, answer] of [
    ['Nothing: a valid delivery', '200'],
    ['Signed with another secret', '401'],
    ['A byte changed after signing', '401'],
    ['No signature header', '400'],
    ['Cut off, so that it is not JSON', '400'],
  ] as const) {
    await bench.getByRole('combobox', { name: 'What is wrong with it' }).click();
    await page.getByRole('option', { name: spoiled }).click();
    await bench.getByRole('button', { name: 'Send' }).click();
    await expect(bench.getByRole('status')).toContainText(answer);
  }
  await page.getByRole('tab', { name: 'Deliveries' }).click();
  const deliveries = page.getByRole('grid', { name: 'deliveries' });
  for (const verdict of ['not JSON', 'signature missing', 'wrong signature']) {
    await expect(deliveries.getByText(verdict).first()).toBeVisible();
  }
  await deliveries.locator('[aria-rowindex="2"]').click();
  await page.getByLabel('Replay it to a local address').fill('http://127.0.0.1:9/nobody');
  await page.getByRole('button', { name: 'Replay' }).click();
  await expect(page.getByRole('dialog')).toContainText('No answer');
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Log' }).click();
  await page.getByLabel('Text in the event').fill('brand_new_type');
  await expect.poll(() => matching(page)).toBe(1);
  await expect(firstRow(page)).toContainText('rehearsal');
  await expect(firstRow(page)).toContainText('new type');
});

test('every part of the screen is accessible, in both appearances @page', async ({ program, simulator }) => {
  const page = await openEvents(program);
  await submit(simulator);
  await log(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Raw JSON of the event')).toBeVisible();
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
    for (const tab of ['Log', 'Deliveries', 'Rehearsal', 'Settings']) {
      await page.getByRole('tab', { name: tab }).click();
      await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible();
      await expect(page.getByText('Loading')).toHaveCount(0);
      await still(page);
      expect(await barriers(page), `${tab}, ${scheme}`).toEqual([]);
    }
  }
});

/** What the page did in that time: how often it changed the log, and its longest task in milliseconds, 0 when none was over 50. */
async function watched(page: Page, work: () => Promise<void>): Promise<{ changes: number; longestMs: number }> {
  const watch = await log(page).evaluateHandle((grid) => {
    const seen = { changes: 0, longestMs: 0 };
    new MutationObserver(() => {
      seen.changes += 1;
    }).observe(grid, { subtree: true, childList: true, characterData: true });
    new PerformanceObserver((list) => {
      seen.longestMs = Math.max(seen.longestMs, ...list.getEntries().map(({ duration }) => duration));
    }).observe({ entryTypes: ['longtask'] });
    return seen;
  });
  await work();
  return await watch.jsonValue();
}

/** Sends signed deliveries to the program's receiver, as the service does. */
async function sender({ data }: Program, { bootstrap }: Simulator): Promise<(events: object[]) => Promise<void>> {
  const { token, lastPort } = JSON.parse(await readFile(path.join(data, 'events', 'demo.json'), 'utf8'));
  return async (events) => {
    const body = JSON.stringify({ events, next: null });
    const answer = await fetch(`http://127.0.0.1:${lastPort}/webhook/${token}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-service-webhook-salt': 'salt',
        'x-service-webhook-signature': createHash('sha256')
          .update(`${bootstrap.webhook_secret}.salt.${body}`)
          .digest('hex'),
      },
      body,
    });
    await answer.text();
    expect(answer.status).toBe(200);
  };
}

const storm = (n: number) => ({
  uid: `storm-${n}`,
  type: 'ping',
  ts: new Date(n * 1000).toISOString(),
  is_delivered: false,
});

test('a hundred thousand events can be gone through from end to end @page', async ({ program, simulator }) => {
  test.slow();
  const page = await openEvents(program);
  const send = await sender(program, simulator);
  for (let from = 0; from < 100_000; from += 1_000) {
    await send(Array.from({ length: 1_000 }, (_, index) => storm(from + index)));
  }
  await page.getByRole('radiogroup', { name: 'Order' }).getByText('Happened').click();
  await page.getByLabel('Text in the event').fill('storm-');
  await expect.poll(() => matching(page)).toBe(100_000);
  await log(page).focus();
  await page.keyboard.press('End');
  await expect(log(page).locator('[aria-rowindex="100001"]')).toContainText('01-01 00:00:00.000 UTC');
  const frames = await log(page).evaluate(async (grid) => {
    const took: number[] = [];
    let before = performance.now();
    for (let frame = 0; frame < 120; frame += 1) {
      grid.scrollTop = (grid.scrollHeight * frame) / 120;
      await new Promise((resolve) => requestAnimationFrame(resolve));
      took.push(performance.now() - before);
      before = performance.now();
    }
    return took;
  });
  const sum = frames.reduce((all, one) => all + one, 0);
  console.log(`scrolled through 100,000 events at ${(120_000 / sum).toFixed(0)} frames a second`);
  await page.keyboard.press('Home');
  await expect(firstRow(page)).toContainText('01-02 03:46:39.000 UTC');
});

test('a thousand events a second are all here, and are shown many at a time', async ({ program, simulator }) => {
  test.slow();
  const page = await openEvents(program);
  const send = await sender(program, simulator);
  const total = 3_000;
  const before = await matching(page);
  const { changes, longestMs } = await watched(page, async () => {
    // What is due by the clock, with at most 64 under way: a machine that is slower sends slower.
    const startedAt = performance.now();
    let next = 0;
    const one = async () => {
      for (let n = next++; n < total; n = next++) {
        const early = startedAt + n - performance.now();
        if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
        await send([storm(n)]);
      }
    };
    await Promise.all(Array.from({ length: 64 }, one));
    await expect.poll(() => matching(page), { timeout: 60_000 }).toBeGreaterThanOrEqual(before + total);
  });
  console.log(`in the storm the log changed ${changes} times, with a longest task of ${Math.round(longestMs)} ms`);
  expect(changes).toBeGreaterThan(0);
  expect(changes).toBeLessThan(total / 10);
});
