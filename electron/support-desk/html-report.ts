/**
 * Runs as one HTML file to give to others: the verdict first, then all that it rests on. It needs no script and no other file,
 * and holds what the screen of a run shows, without what is secret or personal. Pure.
 */
import { runWords } from '#shared/scenarios/states.ts';
import { type Html, html } from '../common/html.ts';
import { htmlPage } from '../common/html-page.ts';
import { mark, runSections } from './html-run.ts';
import { type Redact, type RedactedRun, redactedRun, type SharedRun } from './shared-run.ts';
import { utc, verdictOf } from './verdict/verdict-words.ts';

export interface ReportFrame {
  /** Name of the workspace, or what the service is called where there is none. */
  workspace: string;
  /** Address of the service's API. */
  baseUrl: string;
  /** When it is written. Epoch milliseconds. */
  at: number;
  /** Name and version of the program that writes it. */
  program: string;
  /** Takes what is secret or personal out of a text that came from outside. */
  redact: Redact;
}

/** A page with one run or many. Nothing in it leads out of it, whatever a service or a user wrote. */
export function htmlReport(shared: readonly SharedRun[], frame: ReportFrame): string {
  const runs = shared.map((one) => redactedRun(one, frame.redact));
  const [only] = runs;
  const single = runs.length === 1 ? only : undefined;
  const title = single
    ? `${single.name}: ${runWords[single.run.state]}`
    : `${runs.filter(({ run }) => run.state === 'pass').length} of ${runs.length} test submissions passed`;
  const place = placeOf(frame);
  const body = single
    ? html`<article><h1>${single.name} at ${single.run.utility}</h1>${runSections(single, place, 2)}</article>`
    : html`${summary(title, runs, place)}${runs.map(
        (one, index) =>
          html`<article id="run-${index + 1}"><h2>${one.name} at ${one.run.utility}</h2>${runSections(one, html``, 3)}</article>`,
      )}`;
  return htmlPage(title, html`${body}\n${LEFT_OUT}`);
}

function summary(title: string, runs: readonly RedactedRun[], place: Html): Html {
  const rows = runs.map(({ name, run }, index) => {
    const { word, tone, reason } = verdictOf(run);
    return html`<tr><td class="state ${tone}">${mark(tone)} ${word}</td><td><a href="#run-${index + 1}">${name}</a></td><td>${run.utility}</td><td>${run.state === 'pass' ? '' : reason}</td></tr>
`;
  });
  return html`<section class="sheet" aria-label="All runs"><h1>${title}</h1>
<dl>${place}</dl>
<table><thead><tr><th scope="col">Verdict</th><th scope="col">Scenario</th><th scope="col">Utility</th><th scope="col">Why</th></tr></thead>
<tbody>${rows}</tbody></table></section>`;
}

function placeOf({ workspace, baseUrl, at, program }: ReportFrame): Html {
  return html`<dt>Workspace</dt><dd>${workspace}</dd>
<dt>Service</dt><dd>${withoutLogin(baseUrl)}</dd>
<dt>Written</dt><dd>${utc(at)}, by ${program}</dd>`;
}

/** An address that somebody wrote may hold a password. */
function withoutLogin(url: string): string {
  if (!URL.canParse(url)) return 'its address cannot be read';
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

/** Nobody should take a file for complete that is not. */
const LEFT_OUT = html`<footer><p>Tokens, and what is known to be personal, were taken out.</p></footer>`;
