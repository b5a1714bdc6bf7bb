/** The consent page and its two relatives: one small HTML document without scripts, usable by keyboard and screen reader. */
import { html, raw } from 'hono/html';
import { parseScope } from '../world/rows.ts';
import type { Settings, Utility } from '../world/types.ts';
import type { AuthorizationRequest } from './request.ts';

const STYLE = raw(`<style>
:root{color-scheme:light dark;--line:#8a8f98;--accent:#1457b8;--error:#b3261e}
@media (prefers-color-scheme:dark){:root{--accent:#8ab4f8;--error:#ffb4ab}}
body{font:1rem/1.5 system-ui,sans-serif;max-width:36rem;margin:0 auto;padding:2rem 1rem}
h1{font-size:1.5rem;line-height:1.25}
label{display:block;font-weight:600;margin:1rem 0 .25rem}
input,select{font:inherit;width:100%;box-sizing:border-box;padding:.6rem;border:1px solid var(--line);border-radius:.375rem}
button{font:inherit;font-weight:600;padding:.6rem 1.25rem;min-height:2.75rem;border:1px solid var(--accent);border-radius:.375rem;cursor:pointer;background:transparent;color:inherit}
button.main{background:#1457b8;color:#fff}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.row{display:flex;gap:.75rem;margin-top:1.5rem;flex-wrap:wrap}
.hint{font-size:.9rem}
[role=alert]{border-left:4px solid var(--error);padding-left:.75rem}
</style>`);

function document(title: string, content: unknown) {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${STYLE}
</head>
<body><main>
<h1>${title}</h1>
${content}
</main></body>
</html>`;
}

/** What the page carries along in hidden fields, by the names of the request. */
function hiddenFields(request: AuthorizationRequest) {
  const fields: Record<string, string | null> = {
    client_id: request.clientId,
    redirect_uri: request.redirectUri,
    response_type: 'code',
    scope: request.scope,
    state: request.state,
    code_challenge: request.challenge?.value ?? null,
    code_challenge_method: request.challenge?.method ?? null,
  };
  return Object.entries(fields).map(([name, value]) =>
    value === null ? '' : html`<input type="hidden" name="${name}" value="${value}">\n`,
  );
}

export function consentPage(
  request: AuthorizationRequest,
  settings: Settings,
  utilities: readonly Utility[],
  problem: string | null,
) {
  const scope = parseScope(request.scope);
  return document(
    'Share your energy data?',
    html`<p><strong>Meterscope</strong> asks your utility for:</p>
<ul>
${scope.intervals ? html`<li>your usage: meter readings in intervals, for up to three years</li>` : ''}
${scope.bills ? html`<li>your bills with their line items</li>` : ''}
${scope.customer ? html`<li>your customer data: name, address, account and meter numbers</li>` : ''}
</ul>
<p class="hint">Requested scope: <code>${request.scope}</code>. You can withdraw your permission at any time.</p>
${problem === null ? '' : html`<p role="alert" id="problem">${problem}</p>`}
<form method="post">
${hiddenFields(request)}
<label for="utility">Utility</label>
<select id="utility" name="utility">
${utilities.map((utility) => html`<option value="${utility.id}"${utility.id === settings.utility ? raw(' selected') : ''}>${utility.name}</option>`)}
</select>
<label for="username">User name at the utility</label>
<input id="username" name="username" autocomplete="username" maxlength="128" spellcheck="false"${problem === null ? '' : raw(' aria-invalid="true" aria-describedby="problem"')}>
<p class="hint">This is a simulation: any name will do, and no password is asked. Try
<code>${settings.testPrefix}_TEST_residential</code> or another test scenario.</p>
<div class="row">
<button class="main" name="decision" value="allow">Allow</button>
<button name="decision" value="deny">Deny</button>
</div>
</form>`,
  );
}

/** Asks for the code of a two-factor login; posts back to the same endpoint. */
export function codePage(request: AuthorizationRequest, settings: Settings, pending: string, problem: string | null) {
  return document(
    'Enter your code',
    html`<p>Your utility sent a code to your phone. Enter it to finish logging in.</p>
<p class="hint">This is a simulation: the right code is <code>${settings.mfaCode}</code>, any other is wrong.</p>
${problem === null ? '' : html`<p role="alert" id="problem">${problem}</p>`}
<form method="post">
${hiddenFields(request)}
<input type="hidden" name="pending" value="${pending}">
<label for="mfa_code">Code</label>
<input id="mfa_code" name="mfa_code" inputmode="numeric" autocomplete="one-time-code" maxlength="12" required${problem === null ? '' : raw(' aria-invalid="true" aria-describedby="problem"')}>
<div class="row"><button class="main" name="decision" value="allow">Continue</button></div>
</form>`,
  );
}

export function refusalPage(message: string) {
  return document(
    'This request cannot be answered',
    html`<p role="alert">${message}</p><p>Go back to the application and start again.</p>`,
  );
}
