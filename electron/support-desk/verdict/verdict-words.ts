/** The verdict of a run as a sentence for somebody who knows neither the program nor its screens. Pure. */
import type { CheckView, RunView } from '#shared/contract/scenarios.ts';
import { runWords } from '#shared/scenarios/states.ts';

export type Tone = 'good' | 'bad' | 'warn' | 'other';

/** What each state means; what was found behind it follows. */
const MEANS: Record<RunView['state'], [tone: Tone, means: string]> = {
  queued: ['other', 'It was not sent yet, so nothing is known.'],
  firing: ['other', 'It was being sent when this was written, so nothing is known yet.'],
  following: ['other', 'There is no verdict yet. Waiting for: '],
  pass: ['good', 'Everything came as it must, and for the reason that it must.'],
  differs: ['warn', 'It went as it must, but the service says it in other words: '],
  fail: ['bad', 'The service did not do what it must: '],
  unjudged: ['warn', 'This says nothing about the service, since it could not be judged: '],
  superseded: ['other', 'This says nothing about the service, since another submission took the meters: '],
  unknown: ['warn', 'It is not known whether the service acted on the submission. '],
  refused: ['bad', 'The submission was not accepted, so nothing was tested: '],
  cancelled: ['other', 'It was stopped before there was a verdict. '],
};

export interface VerdictWords {
  word: string;
  tone: Tone;
  /** A sentence or two. */
  reason: string;
}

export function verdictOf({ state, reason, error }: RunView): VerdictWords {
  const [tone, means] = MEANS[state];
  const found = reason ?? error?.message ?? '';
  const word = runWords[state];
  if (!/\s$/.test(means)) return { word, tone, reason: means };
  return { word, tone, reason: sentence(found === '' ? means.replace(/:? $/, '') : `${means}${found}`) };
}

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

const TONES: Record<CheckView['state'], Tone> = {
  pass: 'good',
  differs: 'warn',
  fail: 'bad',
  waiting: 'other',
  unjudged: 'warn',
  superseded: 'other',
};

export const toneOfCheck = (state: CheckView['state']): Tone => TONES[state];

/** An instant for readers in any zone. @param ms epoch milliseconds */
export function utc(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
