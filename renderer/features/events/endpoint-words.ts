/** A rehearsal against an endpoint of one's own in words: on the screen, and as Markdown. */
import type { EndpointRehearsal, FaultResult } from '#shared/contract/endpoint-rehearsal.ts';
import { FAULT_FACTS, FAULTS } from '#shared/endpoint-faults.ts';
import { arrivalTime } from './event-words.ts';

/** `200, then 500`; equal answers in a row are counted: `500 (3 times), then 200`. */
export function answersWords(answers: FaultResult['answers']): string {
  const runs: { said: string; times: number }[] = [];
  for (const { status, error } of answers) {
    const said = status === undefined ? `no answer: ${error}` : String(status);
    const last = runs.at(-1);
    if (last?.said === said) last.times += 1;
    else runs.push({ said, times: 1 });
  }
  return runs.map(({ said, times }) => (times === 1 ? said : `${said} (${times} times)`)).join(', then ');
}

/** `right`, `wrong`, or that it could not be judged. */
export function endpointVerdictWords({ verdict }: Pick<FaultResult, 'verdict'>): string {
  return verdict === 'unanswered' ? 'not judged: no answer' : verdict;
}

/** The whole rehearsal as a table in Markdown; faults that were never sent say so. */
export function endpointMarkdown({ url, results }: EndpointRehearsal): string {
  const cell = (words: string) => words.replace(/[\\|]/g, '\\$&').replace(/\s+/g, ' ');
  const rows = FAULTS.map((fault) => {
    const { title, expects, spec } = FAULT_FACTS[fault];
    const result = results.find((one) => one.fault === fault);
    const found = result
      ? [answersWords(result.answers), endpointVerdictWords(result), result.compared ?? '', arrivalTime(result.at)]
      : ['', 'not sent', '', ''];
    return [title, `${expects} (${spec})`, ...found];
  });
  const head = ['Delivery', 'Expected (specification)', 'Answered', 'Verdict', 'Against the last time', 'At'];
  const lines = [head, head.map(() => '---'), ...rows.map((row) => row.map(cell))];
  return `Webhook endpoint ${url}\n\n${lines.map((line) => `| ${line.join(' | ')} |`).join('\n')}\n`;
}
