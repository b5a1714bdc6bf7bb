/**
 * Is the event log to be believed right now? A pure function of facts and the clock, so that the main side and every
 * window come to the same answer, and so that the age of a fact counts even while nothing happens.
 */
import type { HealthFacts } from './contract/events.ts';

type HealthLevel = 'good' | 'notice' | 'bad';

interface HealthFinding {
  code: string;
  level: HealthLevel;
  /** What is so, in one sentence. */
  text: string;
  /** What to do about it. */
  action?: string | undefined;
}

export interface Health {
  level: HealthLevel;
  /** The most important one in a few words. */
  summary: string;
  findings: HealthFinding[];
}

/** A poll may take this long on top of its interval before it counts as overdue. */
const POLL_GRACE_MS = 10_000;
/** Holes and failures are news for this long. */
const NEWS_MS = 15 * 60_000;
/** A clock that is off by more than this makes times hard to compare. */
const CLOCK_TOLERANCE_MS = 60_000;

/** Judges the facts at `now` (epoch milliseconds). */
export function judgeHealth(facts: HealthFacts, now: number): Health {
  const findings = RULES.flatMap((rule) => rule(facts, now) ?? []);
  findings.sort((a, b) => RANK[b.level] - RANK[a.level]);
  const worst = findings[0];
  return {
    level: worst?.level ?? 'good',
    summary: worst?.text ?? (facts.receiver.state === 'on' ? 'Listening' : 'Polling'),
    findings,
  };
}

const RANK: Record<HealthLevel, number> = { good: 0, notice: 1, bad: 2 };

type Rule = (facts: HealthFacts, now: number) => HealthFinding | undefined;

const RULES: readonly Rule[] = [
  deaf,
  receiverFailed,
  secretMissing,
  unreachable,
  pollFailing,
  pollOverdue,
  slept,
  holesFilled,
  signatures,
  undelivered,
  clockOff,
  neverHeard,
];

function deaf({ receiver, poll }: HealthFacts): HealthFinding | undefined {
  if (poll.enabled) return undefined;
  if (receiver.state === 'on') {
    return {
      code: 'poll_off',
      level: 'notice',
      text: 'Polling is off: what the receiver misses stays missing.',
      action: 'Switch polling on.',
    };
  }
  return {
    code: 'deaf',
    level: 'bad',
    text: 'No events come in: the receiver and polling are both off.',
    action: 'Switch on polling or the receiver; both is best.',
  };
}

function receiverFailed({ receiver }: HealthFacts): HealthFinding | undefined {
  if (receiver.state !== 'failed') return undefined;
  return {
    code: 'receiver_failed',
    level: 'bad',
    text: `The receiver could not be started: ${receiver.error ?? 'unknown reason'}`,
    action: 'Choose another port, or let the program choose one.',
  };
}

function secretMissing({ receiver }: HealthFacts): HealthFinding | undefined {
  if (receiver.state !== 'on' || receiver.hasSecret) return undefined;
  return {
    code: 'no_secret',
    level: 'bad',
    text: 'There is no webhook secret, so deliveries cannot be verified and are refused.',
    action: "Enter the endpoint's secret from the service's settings.",
  };
}

function unreachable({ receiver, probe }: HealthFacts): HealthFinding | undefined {
  if (receiver.state !== 'on' || !probe || probe.ok) return undefined;
  return {
    code: receiver.throughTunnel ? 'tunnel_dead' : 'receiver_unreachable',
    level: 'bad',
    text: receiver.throughTunnel
      ? `The tunnel does not reach the receiver${probe.error ? `: ${probe.error}` : '.'}`
      : `The receiver does not answer${probe.error ? `: ${probe.error}` : '.'}`,
    action: receiver.throughTunnel
      ? 'Start the tunnel again; until then polling fills in what is missed.'
      : 'Switch the receiver off and on again.',
  };
}

function pollFailing({ poll }: HealthFacts): HealthFinding | undefined {
  const { lastError } = poll;
  if (!poll.enabled || !lastError) return undefined;
  return {
    code: 'poll_failing',
    level: 'bad',
    text: `The last poll failed: ${lastError.message}`,
    action: 'It is tried again at the next interval. Look at the request log for what the service answered.',
  };
}

function pollOverdue({ poll }: HealthFacts, now: number): HealthFinding | undefined {
  if (!poll.enabled) return undefined;
  const asked = poll.lastError?.at ?? poll.lastOkAt ?? poll.since;
  // What lies ahead was read before the clock was set back: of the last poll, how long ago that was is not known then.
  const last = poll.since > now ? asked : Math.max(asked, poll.since);
  if (asked > now || now - last <= poll.everyMs + POLL_GRACE_MS) return undefined;
  return {
    code: 'poll_overdue',
    level: 'bad',
    text: `The service has not been asked for ${inWords(now - last)}.`,
    action: 'It may be waiting for the service; see the jobs panel. Poll now to try at once.',
  };
}

function slept({ sleep, poll }: HealthFacts, now: number): HealthFinding | undefined {
  if (!sleep || now - sleep.wokeAt > NEWS_MS) return undefined;
  const caughtUp = poll.lastOkAt !== undefined && poll.lastOkAt >= sleep.wokeAt;
  return {
    code: caughtUp ? 'slept_caught_up' : 'slept',
    level: caughtUp ? 'notice' : 'bad',
    text: caughtUp
      ? `The computer slept, or the program was stopped, for ${inWords(sleep.lastedMs)}; a poll since then caught up.`
      : `The computer slept, or the program was stopped, for ${inWords(sleep.lastedMs)}; what was missed is not known yet.`,
    ...(caughtUp ? {} : { action: 'The next poll fills it in.' }),
  };
}

function holesFilled({ holes }: HealthFacts, now: number): HealthFinding | undefined {
  if (holes.lastAt === undefined || now - holes.lastAt > NEWS_MS) return undefined;
  return {
    code: 'holes_filled',
    level: 'notice',
    text: `Polling filled in ${count(holes.events, 'event')} that the receiver had missed.`,
    action: 'Check the address in the service’s settings and the tunnel.',
  };
}

function signatures({ signatureFailures: failures }: HealthFacts, now: number): HealthFinding | undefined {
  if (failures.count === 0 || failures.lastAt === undefined || now - failures.lastAt > NEWS_MS) return undefined;
  return {
    code: 'signature_failures',
    level: 'notice',
    text: `${count(failures.count, 'delivery', 'deliveries')} could not be verified${failures.lastReason ? ` (last: ${failures.lastReason})` : ''}.`,
    action: 'Compare the secret, and the names of the two headers, with those in the service’s settings.',
  };
}

function undelivered({ undelivered: known }: HealthFacts): HealthFinding | undefined {
  if (!known || known.waiting === 0) return undefined;
  return {
    code: 'undelivered',
    level: 'notice',
    text: `${known.more ? 'At least ' : ''}${count(known.waiting, 'event')} still to be delivered by webhook.`,
    action: 'The service resends every hour for 72 hours; mark them delivered if that is not wanted.',
  };
}

function clockOff({ clock }: HealthFacts): HealthFinding | undefined {
  if (!clock || Math.abs(clock.differenceMs) <= CLOCK_TOLERANCE_MS) return undefined;
  return {
    code: 'clock_off',
    level: 'notice',
    text: `The service's clock is ${inWords(Math.abs(clock.differenceMs))} ${clock.differenceMs > 0 ? 'ahead of' : 'behind'} this computer's.`,
    action: 'The ages of events are off by the same amount.',
  };
}

function neverHeard({ lastHeard, receiver, poll }: HealthFacts): HealthFinding | undefined {
  if (lastHeard || (receiver.state !== 'on' && !poll.enabled)) return undefined;
  return { code: 'never_heard', level: 'notice', text: 'Nothing has been heard yet.' };
}

function count(n: number, one: string, many = `${one}s`): string {
  return `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`;
}

function inWords(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86_400)} days`;
}
