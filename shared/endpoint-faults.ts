/**
 * What a webhook endpoint of one's own must answer to each delivery that the service may send, or that somebody else may.
 * One table; the bench sends what it says, judges by it, and compares with the time before.
 */

export const FAULTS = [
  'good',
  'late',
  'twice',
  'out_of_order',
  'resent',
  'wrong_signature',
  'changed_byte',
  'missing_salt',
  'missing_signature',
  'not_json',
] as const;
export type Fault = (typeof FAULTS)[number];

/** `take`: 200 to every request. `take_at_last`: 200 to one of them. `refuse`: any of 400 to 499 to every request. */
type Duty = 'take' | 'take_at_last' | 'refuse';

interface FaultFact {
  title: string;
  /** What is sent. */
  sends: string;
  duty: Duty;
  /** What a right endpoint does, and why. */
  expects: string;
  /** Sections of the service's specification; empty where it says nothing. */
  spec: string;
}

const RESENT = '200 expected, since anything else is resent for 72 hours.';

export const FAULT_FACTS: Readonly<Record<Fault, FaultFact>> = {
  good: {
    title: 'Good delivery',
    sends: 'One event, signed.',
    duty: 'take',
    expects: '200: it marks the event as delivered.',
    spec: '6.2 (3), 6.3',
  },
  late: {
    title: 'Late',
    sends: 'One event that happened 71 hours ago, signed.',
    duty: 'take',
    expects: `The last resend comes after 72 hours. ${RESENT}`,
    spec: '6.2 (4)',
  },
  twice: {
    title: 'Twice',
    sends: 'The same signed request two times, byte for byte.',
    duty: 'take',
    expects: `The second time too: ${RESENT}`,
    spec: '6.2 (4); what to answer to a repeated event is left open',
  },
  out_of_order: {
    title: 'Out of order',
    sends: 'A newer event, then an older one of the same meter, a request each.',
    duty: 'take',
    expects: `Newer events may come before older ones that wait for their resend. ${RESENT}`,
    spec: '6.2 (5)',
  },
  resent: {
    title: '5xx until',
    sends: 'One delivery, again and again until it is taken: make your endpoint fail, then let it recover.',
    duty: 'take_at_last',
    expects:
      '200 in the end. The service resends every hour for 72 hours; here it is every second, as often as you say.',
    spec: '6.2 (4)',
  },
  wrong_signature: {
    title: 'Wrong signature',
    sends: 'One event, signed with another secret.',
    duty: 'refuse',
    expects: '4xx: the sender does not know the secret.',
    spec: '6.3; the status of a refusal is left open',
  },
  changed_byte: {
    title: 'Changed byte',
    sends: 'One event; one bit of the body changed after it was signed.',
    duty: 'refuse',
    expects: '4xx: the signature is of another body.',
    spec: '6.3; the status of a refusal is left open',
  },
  missing_salt: {
    title: 'Salt missing',
    sends: 'One event, signed, without the header of the salt.',
    duty: 'refuse',
    expects: '4xx: without the salt the signature cannot be checked.',
    spec: '6.2 (2), 6.3; the status of a refusal is left open',
  },
  missing_signature: {
    title: 'Signature missing',
    sends: 'One event without the header of the signature.',
    duty: 'refuse',
    expects: '4xx: nothing says who sent it.',
    spec: '6.2 (2), 6.3; the status of a refusal is left open',
  },
  not_json: {
    title: 'Not JSON',
    sends: 'A body that ends too early, with a signature that fits it.',
    duty: 'refuse',
    expects: '4xx: the body is not the one of a delivery.',
    spec: '2.2; the status of a refusal is left open',
  },
};

/** What one request got; `status` is undefined where no answer came. */
interface Answered {
  status?: number | undefined;
}

/** `unanswered`: not judged, since no answer came. */
export const ENDPOINT_VERDICTS = ['right', 'wrong', 'unanswered'] as const;
export type EndpointVerdict = (typeof ENDPOINT_VERDICTS)[number];

/** Judges the answers to what one fault sends, in the order of the requests. */
export function judgeEndpoint(fault: Fault, answers: readonly Answered[]): EndpointVerdict {
  const { duty } = FAULT_FACTS[fault];
  if (duty === 'take_at_last') {
    if (answers.some(isTaken)) return 'right';
    return answers.some(isAnswer) ? 'wrong' : 'unanswered';
  }
  const isAsWanted = duty === 'take' ? isTaken : isRefused;
  if (answers.some((answer) => isAnswer(answer) && !isAsWanted(answer))) return 'wrong';
  return answers.length > 0 && answers.every(isAnswer) ? 'right' : 'unanswered';
}

export const COMPARISONS = ['fixed', 'still wrong', 'regressed', 'still right'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/**
 * What became of it since the last time that it could be judged.
 * @param before that verdict; undefined where there was none
 * @returns undefined where one of both was not judged
 */
export function compareVerdicts(before: EndpointVerdict | undefined, now: EndpointVerdict): Comparison | undefined {
  if (before === undefined || before === 'unanswered' || now === 'unanswered') return undefined;
  if (now === 'right') return before === 'right' ? 'still right' : 'fixed';
  return before === 'right' ? 'regressed' : 'still wrong';
}

function isAnswer({ status }: Answered): boolean {
  return status !== undefined;
}

function isTaken({ status }: Answered): boolean {
  return status === 200;
}

function isRefused({ status }: Answered): boolean {
  return status !== undefined && status >= 400 && status < 500;
}
