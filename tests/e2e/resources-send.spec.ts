/** What acts on the service, sent by hand: written, asked about, sent once; and what the history and the log make of it. */
import { changeSettings, makeLiveWorkspace } from './connection-steps.ts';
import { expect, type Program, test } from './fixtures.ts';
import { expectReadable } from './readable.ts';
import { accessible, goTo } from './support-steps.ts';

test.setTimeout(180_000);

const form = ({ page }: Program) => page.getByRole('form', { name: 'Request' });
const body = (program: Program) => form(program).getByRole('textbox', { name: 'Body, JSON' });
const sendButton = (program: Program) => form(program).getByRole('button', { name: /^Send/ });

/** Chooses an operation, which fills path and body. */
async function compose(program: Program, operation: string): Promise<void> {
  const { page } = program;
  await form(program).getByRole('combobox', { name: 'Method' }).click({ timeout: 60_000 });
  await page.getByRole('option', { name: 'POST' }).click();
  await form(program).getByRole('combobox', { name: 'Operation' }).click();
  await page.getByRole('option', { name: operation }).click();
}

test('a test submission is written by hand, sent once after a question, and only filled in again @page', async ({
  program,
  simulator,
}) => {
  const { page } = program;
  const sent = async () => {
    const { requests } = (await simulator.control('GET', 'requests')) as {
      requests: { method: string; path: string }[];
    };
    return requests.filter(({ method }) => method === 'POST').filter(({ path }) => path.includes('test-submit')).length;
  };
  await goTo(program, '/w/demo/resources?api=json');
  await compose(program, 'Test submission');
  await expect(body(program)).toHaveValue(/"scenario": "residential"/);
  const written = await body(program).inputValue();

  // A mistake is named by its place, and the caret goes there.
  await body(program).fill(written.replace('",', '"'));
  await expect(form(program)).toContainText('Line 3, column 3: a comma or } is expected.');
  await expect(sendButton(program)).toBeDisabled();
  await form(program).getByRole('button', { name: 'Go to line 3' }).click();
  expect(await body(program).evaluate((field: HTMLTextAreaElement) => field.selectionStart)).toBe(
    written.indexOf('"scenario"') - 1,
  );
  await accessible(program);
  await body(program).fill('{"utility": "DEMO"}');
  await expect(form(program)).toContainText('The service will most likely refuse it: scenario is missing.');
  await body(program).fill(written);

  // By key: the question, its first button being the harmless one.
  await body(program).press('ControlOrMeta+Enter');
  const question = page.getByRole('dialog', { name: 'Send POST?' });
  await expect(question).toContainText('is a test workspace');
  await expect(question).toContainText(/POST http.*\/api\/v2\/forms\/.+\/test-submit/);
  await expect(question).toContainText('1 test submission will be sent');
  await expect(question).toContainText('at least 1 meter in all');
  await expect(question).toContainText('Meterscope triggers no historical collection after it');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await accessible(program);
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  expect(await sent()).toBe(0);

  await sendButton(program).click();
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('status')).toHaveText('200', { timeout: 30_000 });
  await expect(page.getByRole('region', { name: 'Body as received' })).toContainText('"referral"');
  await accessible(program);
  expect(await sent()).toBe(1);

  // The log leads to it and back, and the history fills the form; neither sends anything.
  await page.getByRole('link', { name: 'In the request log' }).click();
  const drawer = page.getByRole('dialog', { name: 'Request' });
  await expect(drawer.getByLabel('Method and address')).toContainText(/^POST .*test-submit$/);
  await drawer.getByRole('link', { name: /resources/i }).click();
  await expect(page.getByText('The form is filled, and nothing was sent')).toBeVisible();
  await expect(body(program)).toHaveValue(written);
  await goTo(program, '/w/demo/resources');
  await page.getByRole('button', { name: 'History', exact: true }).click();
  const line = page.getByRole('list', { name: 'Asked before' }).getByRole('listitem').first();
  await expect(line).toContainText(/POST \/forms\/.+ \(JSON\).*only fills the form/);
  await line.getByRole('button').click();
  await expect(body(program)).toHaveValue(written);
  await expect(sendButton(program)).toHaveText('Send POST …');
  await accessible(program);
  expect(await sent()).toBe(1);

  // Whether it acted is not known once the answer is cut off, and nothing is sent again.
  await simulator.control('POST', 'faults', { path: '*/test-submit', method: 'POST', cut: true });
  await sendButton(program).click();
  await question.getByRole('button', { name: 'Send POST' }).click();
  const unknown = page.getByRole('alert').filter({ hasText: 'It is not known whether the service acted' });
  await expect(unknown).toContainText('is not sent again by itself', { timeout: 30_000 });
  await expectReadable(unknown);
  await accessible(program);
  expect(await sent()).toBe(2);
  await unknown.getByRole('button', { name: /GET \/authorizations/ }).click();
  await expect(page.getByTestId('status')).toHaveText('200', { timeout: 30_000 });
  expect(await sent()).toBe(2);
});

test('a collection says what is at stake on LIVE, and a read-only workspace sends nothing @page', async ({
  program,
  simulator,
}) => {
  const { page } = program;
  await makeLiveWorkspace(program, simulator, 'North Power');

  const meters = simulator.bootstrap.authorizations.flatMap((one) => one.meters).slice(0, 2);
  const write = async () => {
    await page.getByRole('link', { name: 'Resources', exact: true }).click();
    await page.getByText('JSON', { exact: true }).click();
    await compose(program, 'Historical collection');
    await body(program).fill(JSON.stringify({ meters, collection_duration: 3 }));
  };
  await write();
  await sendButton(program).click();
  const question = page.getByRole('dialog', { name: 'Send POST on LIVE?' });
  await expect(question).toContainText('North Power is a live workspace');
  await expect(question).toContainText(simulator.bootstrap.base_url);
  await expect(question).toContainText('One request asks the service to collect 3 months for 2 meters.');
  await expect(question).toContainText('may be charged to the balance');
  await accessible(program);
  await question.getByRole('button', { name: 'Send POST on LIVE' }).click();
  await expect(page.getByTestId('status')).toHaveText('200', { timeout: 30_000 });
  await expect(page.getByRole('region', { name: 'Body as received' })).toContainText('"collection_duration": 3');

  await changeSettings(program, () => page.getByRole('switch', { name: 'Read-only' }).press('Space'));
  await expect(page.getByRole('button', { name: 'Workspace North Power, live, read-only; switch' })).toBeVisible();
  await write();
  const refusal = page.getByRole('alert').filter({ hasText: 'This workspace is read-only' });
  await expectReadable(refusal);
  await expect(sendButton(program)).toBeDisabled();
  await accessible(program);
});
