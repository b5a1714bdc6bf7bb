import { type Context, Hono } from 'hono';
import { html, raw } from 'hono/html';
import type { Authorization, Form, ServiceEnv, World } from '../world/types.ts';
import { ApiError } from './errors.ts';

/** Largest form body that is read; a user name and a choice need a hundredth of it. */
const MAX_FORM_BYTES = 16_384;

const STYLE = raw(`<style>
:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}
body{max-width:34rem;margin:3rem auto;padding:0 1rem}
label{display:block;margin:1rem 0 .25rem;font-weight:600}
input,select,button{font:inherit;padding:.5rem .75rem;min-height:2.75rem;box-sizing:border-box}
input,select{width:100%}
button{margin:1.25rem .5rem 0 0}
</style>`);

/**
 * The pages that a customer sees: the authorization form, and the page that asks for the code of a two-factor login.
 * Mount it on `/forms`. They need no token: the customer is not the API user.
 */
export function formPages(world: World): Hono<ServiceEnv> {
  const pages = new Hono<ServiceEnv>();
  pages.onError((error, c) => {
    if (!(error instanceof ApiError)) console.error(error);
    const status = error instanceof ApiError ? error.status : 500;
    return page(
      c,
      'That did not work',
      html`<p>${error instanceof ApiError ? error.message : 'Try again.'}</p>`,
      status,
    );
  });
  pages.get('/:form', (c) => formPage(world, c, openForm(world, c)));
  pages.post('/:form', async (c) => submitForm(world, c, openForm(world, c), await readFields(c)));
  pages.get('/:form/code/:referral', (c) => codePage(world, c, authorizationOf(world, c), ''));
  pages.post('/:form/code/:referral', async (c) => {
    const authorization = authorizationOf(world, c);
    const right = world.driver?.enterCode(authorization, (await readFields(c)).get('code') ?? '') ?? false;
    if (right) return page(c, 'Thank you', html`<p>The login at your utility goes on.</p>`);
    return codePage(world, c, authorization, 'That code was wrong.');
  });
  return pages;
}

function formPage(world: World, c: Context<ServiceEnv>, form: Form): Response | Promise<Response> {
  const utilities = world.utilities.filter((utility) => form.utility === null || utility.id === form.utility);
  return page(
    c,
    'Share your utility data',
    html`<p>A third party asks to read your bills, your usage and your account data.</p>
      <form method="post">
        <label for="utility">Your utility</label>
        <select id="utility" name="utility">
          ${utilities.map((utility) => html`<option value="${utility.id}">${utility.name}</option>`)}
        </select>
        <label for="username">Your user name there</label>
        <input id="username" name="username" autocomplete="username" required maxlength="200" />
        <button name="decision" value="allow">Allow</button>
        <button name="decision" value="deny" formnovalidate>Decline</button>
      </form>
      <p>Test user names have the form <code>${world.settings.testPrefix}_TEST_residential</code>.</p>`,
  );
}

function submitForm(world: World, c: Context<ServiceEnv>, form: Form, fields: URLSearchParams) {
  const utility = fields.get('utility') ?? form.utility ?? world.settings.utility;
  const username = (fields.get('username') ?? '').slice(0, 200);
  const submission = { utility, username, formUid: form.uid, source: 'form' } as const;
  const isKnown = world.utilities.some((candidate) => candidate.id === utility);
  if (!isKnown || (form.utility !== null && form.utility !== utility)) {
    throw new ApiError(400, 'invalid_param', 'There is no such utility on this form.');
  }
  const decision = fields.get('decision') ?? 'allow';
  if (decision !== 'allow' && decision !== 'deny') {
    throw new ApiError(400, 'invalid_param', 'decision is allow or deny.');
  }
  if (decision === 'deny') {
    world.decline(submission);
    return page(c, 'You declined', html`<p>Nothing was shared.</p>`);
  }
  if (world.login(utility, username) === null) {
    throw new ApiError(400, 'invalid_param', 'The utility does not know this user name.');
  }
  const authorization = world.submit(submission);
  const referral = authorization.referrals[0] ?? '';
  return page(
    c,
    'Thank you',
    html`<p>Your authorization was submitted. Its referral code is <code>${referral}</code>.</p>
      <p>Some utilities send you a code: <a href="/forms/${form.uid}/code/${encodeURIComponent(referral)}">enter it here</a>.</p>`,
  );
}

function codePage(world: World, c: Context<ServiceEnv>, authorization: Authorization, problem: string) {
  if (world.driver?.awaitsCode(authorization) !== true) {
    if (isVerifying(authorization)) {
      return page(c, 'Not known yet', html`<p>The login is still being verified; look again in a moment.</p>`);
    }
    return page(c, 'No code is needed', html`<p>The login at your utility does not wait for a code.</p>`);
  }
  return page(
    c,
    'Enter your code',
    html`<p role="alert">${problem}</p>
      <p>Your utility sent you a code. This is a simulation: the code is <code>${world.settings.mfaCode}</code>.</p>
      <form method="post">
        <label for="code">Code</label>
        <input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" required maxlength="20" />
        <button>Continue</button>
      </form>`,
  );
}

/** Whether nothing is known yet of the login: it may still ask for a code. */
function isVerifying({ status, notes }: Authorization): boolean {
  return status === 'pending' && !notes.some(({ type }) => type.startsWith('access_'));
}

function openForm(world: World, c: Context<ServiceEnv>): Form {
  const form = world.forms.get(c.req.param('form') ?? '');
  if (form === undefined || form.disabled) throw new ApiError(404, 'not_found', 'This form does not exist.');
  return form;
}

function authorizationOf(world: World, c: Context<ServiceEnv>): Authorization {
  const candidates = world.authorizationsByReferral(c.req.param('referral') ?? '');
  const authorization = candidates.find((candidate) => candidate.formUid === c.req.param('form'));
  if (authorization === undefined) throw new ApiError(404, 'not_found', 'There is no such authorization.');
  return authorization;
}

async function readFields(c: Context<ServiceEnv>): Promise<URLSearchParams> {
  if (Number(c.req.header('content-length') ?? MAX_FORM_BYTES + 1) > MAX_FORM_BYTES) {
    throw new ApiError(413, 'request_too_large', 'The form is too large.');
  }
  return new URLSearchParams(await c.req.text());
}

function page(c: Context<ServiceEnv>, title: string, content: unknown, status: 200 | ApiError['status'] = 200) {
  c.header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'");
  c.header('Cache-Control', 'no-store');
  return c.html(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>${title}</title>
          ${STYLE}
        </head>
        <body>
          <main>
            <h1>${title}</h1>
            ${content}
          </main>
        </body>
      </html>`,
    status,
  );
}
