/** The facts of the health strip in words. Pure. */
import type { HealthFacts } from '#shared/contract/events.ts';
import { formatAge, formatCount, formatCounted, formatDuration } from '../../ui/format.ts';
import { wayWords } from './event-words.ts';

const receiverWords: Record<HealthFacts['receiver']['state'], string> = {
  off: 'off',
  starting: 'starting',
  on: 'on',
  failed: 'failed',
};

/** What is known, as a label and its words. `now`: epoch milliseconds. */
export function factsInWords(facts: HealthFacts, now: number): [string, string][] {
  const { receiver, probe, lastHeard, poll, holes, undelivered, signatureFailures, clock } = facts;
  const reached = receiver.state === 'on' && probe ? (probe.ok ? ', reachable' : ', not reachable') : '';
  const polled = poll.lastOkAt === undefined ? 'never' : formatAge(now - poll.lastOkAt);
  return [
    ['Receiver', `${receiverWords[receiver.state]}${reached}`],
    ['Last event', lastHeard ? `${formatAge(now - lastHeard.at)} by ${wayWords[lastHeard.way]}` : 'never'],
    ['Last poll', poll.enabled ? `${polled}, every ${formatDuration(poll.everyMs)}` : `off (${polled})`],
    [
      'Gaps filled by polls',
      holes.events === 0 ? '0' : `${formatCount(holes.events)} in ${formatCounted(holes.polls, 'poll')}`,
    ],
    ['Undelivered', undelivered ? undeliveredWords(undelivered) : 'unknown'],
    ['Bad signatures', formatCount(signatureFailures.count)],
    ['Clock', clock ? clockWords(clock.differenceMs) : 'unknown'],
  ];
}

/** Most are never meant for a webhook (none is registered); those that wait for one are named apart. */
function undeliveredWords({ count, waiting, more }: NonNullable<HealthFacts['undelivered']>): string {
  const all = `${formatCount(count)}${more ? '+' : ''}`;
  return count === 0 ? all : `${all}, ${formatCount(waiting)} waiting for a webhook`;
}

function clockWords(differenceMs: number): string {
  // The service sends whole seconds; fractions are not known.
  if (Math.abs(differenceMs) < 1_500) return 'same';
  return `${differenceMs > 0 ? '+' : '−'}${formatDuration(Math.abs(differenceMs))}`;
}
