/** One run in a shared file: verdict, what it is about, what could not be judged, expectations, data, what happened. Pure. */
import type { RequestView } from '#shared/contract/requests.ts';
import type { CheckView } from '#shared/contract/scenarios.ts';
import { formatDuration } from '#shared/format-duration.ts';
import { groupBy } from '#shared/group.ts';
import { aspectOf, subjectOf } from '#shared/scenarios/check-names.ts';
import { checkWords } from '#shared/scenarios/states.ts';
import { withCommas } from '../common/counted.ts';
import { type Html, html } from '../common/html.ts';
import type { RedactedRun } from './shared-run.ts';
import { type Tone, toneOfCheck, utc, verdictOf } from './verdict/verdict-words.ts';

const MARKS: Record<Tone, string> = { good: '✓', bad: '✗', warn: '!', other: '–' };

/** A shape beside the colour. */
export function mark(tone: Tone): Html {
  return html`<span aria-hidden="true">${MARKS[tone]}</span>`;
}

/** @param place further facts, as `dt` and `dd` @param level of its headings */
export function runSections(shared: RedactedRun, place: Html, level: 2 | 3): Html {
  const { run } = shared;
  const { word, tone, reason } = verdictOf(run);
  const heading = (text: string) => (level === 2 ? html`<h2 class="part">${text}</h2>` : html`<h3>${text}</h3>`);
  return html`
<div class="verdict ${tone}"><strong>${mark(tone)} ${word}</strong><span>${reason}</span></div>
${facts(shared, place)}
${run.note ? html`${heading('Note')}<pre class="note">${run.note}</pre>` : undefined}
${notJudged(shared, heading)}
${heading('Expected and observed')}
${checks(run.checks)}
${heading('Data found')}
${dataFound(shared)}
${heading('What happened')}
${timeline(shared)}
`;
}

function facts({ name, run }: RedactedRun, place: Html): Html {
  const { firedAt, finishedAt } = run;
  return html`<dl>
${name === run.scenario ? undefined : html`<dt>Scenario</dt><dd>${run.scenario}, by the scenario file "${name}"</dd>`}
${place}
<dt>Sent</dt><dd>${firedAt === undefined ? 'never' : utc(firedAt)}</dd>
<dt>Verdict</dt><dd>${finishedAt === undefined ? 'not yet' : utc(finishedAt)}${
    firedAt === undefined || finishedAt === undefined ? '' : `, after ${formatDuration(finishedAt - firedAt)}`
  }</dd>
<dt>Form</dt><dd>${run.form}</dd>
<dt>Referral</dt><dd>${run.referral ?? 'none'}</dd>
<dt>Authorization</dt><dd>${run.authorization ?? 'none'}</dd>
<dt>Meters</dt><dd>${run.meters.join(', ') || 'none'}</dd>
${run.error ? html`<dt>Error</dt><dd>${run.error.message} ${run.error.action} (${run.error.code})</dd>` : undefined}
</dl>`;
}

/** What says nothing about the service, and why. */
function notJudged({ run }: RedactedRun, heading: (text: string) => Html): Html | undefined {
  const open = run.checks.filter(({ state }) => state === 'unjudged' || state === 'superseded' || state === 'waiting');
  if (open.length === 0) return undefined;
  const rows = open.map(
    ({ id, state, expected, observed }) =>
      html`<dt>${subjectOf(id)}, ${aspectOf(id)}</dt><dd>${checkWords[state]}: expected ${expected}, observed ${observed}</dd>
`,
  );
  return html`${heading('What could not be judged')}<dl>${rows}</dl>`;
}

function checks(all: readonly CheckView[]): Html {
  if (all.length === 0) return html`<p>Nothing was judged.</p>`;
  const bodies = [...groupBy(all, ({ id }) => subjectOf(id))].map(
    ([subject, rows]) =>
      html`<tbody><tr><th colspan="4" scope="rowgroup">${subject}</th></tr>
${rows.map(
  ({ id, state, expected, observed }) =>
    html`<tr><td class="state ${toneOfCheck(state)}">${mark(toneOfCheck(state))} ${checkWords[state]}</td><td class="aspect">${aspectOf(id)}</td><td>${expected}</td><td>${observed}</td></tr>
`,
)}</tbody>`,
  );
  return html`<table><thead><tr><th scope="col">State</th><th scope="col">Expectation</th><th scope="col">Expected</th><th scope="col">Observed</th></tr></thead>${bodies}</table>`;
}

/** Counts are what the service says of itself. */
function dataFound({ authorization, meters }: RedactedRun): Html {
  if (!authorization && meters.length === 0) return html`<p>Nothing was found.</p>`;
  const said = (value: string | number | undefined) => value ?? 'not said by the service';
  const rows = meters.map(
    ({ uid, status, bills, intervals }) =>
      html`<tr><td>${uid}</td><td>${said(status)}</td><td>${said(bills)}</td><td>${said(intervals)}</td></tr>
`,
  );
  return html`${
    authorization ? html`<p>Authorization ${authorization.uid}: ${said(authorization.status)}.</p>` : undefined
  }${
    rows.length === 0
      ? html`<p>No meter was found.</p>`
      : html`<table><thead><tr><th scope="col">Meter</th><th scope="col">Status</th><th scope="col">Bills</th><th scope="col">Intervals</th></tr></thead><tbody>${rows}</tbody></table>`
  }`;
}

interface Line {
  at: number;
  shown: Html;
}

/** What was seen and what was asked, by this computer's clock. */
function timeline({ run, steps, requests, unshownRequests }: RedactedRun): Html {
  const from = run.firedAt ?? run.createdAt;
  const seen: Line[] = steps.map(({ seenAt, text, object, ts, raw }) => ({
    at: seenAt,
    shown: html`${text}${object !== undefined && !text.includes(object) ? html` (${object})` : undefined}${
      ts === undefined ? undefined : html` <span class="dim">${ts}</span>`
    }${raw === undefined ? undefined : html`<details><summary>raw</summary><pre>${raw}</pre></details>`}`,
  }));
  const asked = inGroups(requests, steps).map(({ request, times }) => ({
    at: request.at,
    shown: asking(request, times),
  }));
  const lines = [...seen, ...asked].toSorted((a, b) => a.at - b.at);
  return html`<p class="dim">At the left when the program saw or asked it, counted from the submission; what a look at the service found stands where that look began, before the requests that it made. Behind it when it happened by the service's own clock, where the service says so.${
    requests.length === 0 ? ' No request for it is in the log any more.' : ''
  }${
    unshownRequests === 0
      ? ''
      : ` Older requests for it that are in the log, and not shown: ${withCommas(unshownRequests)}.`
  }</p>
<ol>${lines.map(
    ({ at, shown }) => html`<li><span class="dim">${sinceWords(at - from)}</span><div>${shown}</div></li>
`,
  )}</ol>`;
}

/** Looks follow each other within a second, so tenths of it matter at first. */
function sinceWords(ms: number): string {
  const size = Math.abs(ms);
  return `${ms < 0 ? '−' : '+'}${size < 60_000 ? `${(size / 1000).toFixed(1)} s` : formatDuration(size)}`;
}

function asking({ method, url, status, durationMs, error }: RequestView, times: number): Html {
  const answer = error ? error.message : (status ?? 'no answer yet');
  return html`<span class="request">${method} ${pathOf(url)} → ${answer}${
    times > 1 ? `, ${times} times alike` : durationMs === undefined ? '' : `, ${formatDuration(durationMs)}`
  }</span>`;
}

function pathOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/** Looks that say the same, with nothing new between them, are one line. */
function inGroups(requests: readonly RequestView[], steps: readonly { seenAt: number }[]) {
  const groups: { request: RequestView; times: number; until: number }[] = [];
  const open = new Map<string, (typeof groups)[number]>();
  for (const request of requests) {
    const key = `${request.method} ${request.url} ${request.status} ${request.error?.code}`;
    const known = open.get(key);
    const news = known && steps.some(({ seenAt }) => seenAt > known.until && seenAt <= request.at);
    if (known && !news && request.method === 'GET') {
      known.times += 1;
      known.until = request.at;
    } else {
      const group = { request, times: 1, until: request.at };
      groups.push(group);
      open.set(key, group);
    }
  }
  return groups;
}
