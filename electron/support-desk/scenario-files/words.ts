/** A scenario file in words: what its steps do, and what its own expectations expect. Pure. */
import type { OwnExpectation, ScenarioFileStep } from '#shared/contract/scenario-files.ts';
import { counted } from '../../common/counted.ts';

export function stepInWords({ submit, wait, collect }: ScenarioFileStep): string {
  if (submit) {
    const { scenario, utility, form } = submit;
    return [`Submit ${scenario}`, utility && `at ${utility}`, form && `with form ${form}`].filter(Boolean).join(' ');
  }
  if (collect) {
    const { months } = collect;
    const span = months === undefined ? 'for the months of the plan' : `for ${counted(months, 'month')}`;
    return `Collect the history of all meters ${span}`;
  }
  const { events, quietSeconds, withinSeconds } = wait ?? {};
  const until = events ? `Wait for ${events.join(', ')}` : `Wait until nothing changes for ${quietSeconds} s`;
  return withinSeconds === undefined ? until : `${until}, at most ${withinSeconds} s`;
}

export function ownInWords({ events, notes, meters, value, bills, intervals, otherwise }: OwnExpectation): string {
  const words = events
    ? eventsInWords(events)
    : notes
      ? notesInWords(notes)
      : meters
        ? `${rangeInWords(meters)} ${isOne(meters) ? 'meter' : 'meters'}`
        : value
          ? valueInWords(value)
          : dataInWords(bills ? 'bills' : 'intervals', bills ?? intervals ?? {});
  return otherwise === 'differs' ? `${words} (else it differs only)` : words;
}

function eventsInWords(events: NonNullable<OwnExpectation['events']>): string {
  const { types, inOrder, of = 'all', atLeast, atMost, withinSeconds } = events;
  const what = inOrder
    ? `${inOrder.join(', then ')}`
    : `${rangeInWords(atLeast === undefined && atMost === undefined ? { atLeast: 1 } : { atLeast, atMost })} of ${types?.join(' or ')}`;
  const whose = of === 'all' ? '' : of === 'authorization' ? ', of the authorization' : ', of each meter';
  return `${what}${whose}${withinSeconds === undefined ? '' : `, within ${withinSeconds} s`}`;
}

function notesInWords({ of, types, none }: NonNullable<OwnExpectation['notes']>): string {
  const parts = [types && `a note ${types.join(' or ')}`, none && `no note ${none.join(' or ')}`];
  return `${parts.filter(Boolean).join(', ')}, on ${placeInWords(of)}`;
}

function valueInWords(value: NonNullable<OwnExpectation['value']>): string {
  const { of, path, equals, oneOf, matches, atLeast, atMost, said } = value;
  const tests = [
    equals !== undefined && JSON.stringify(equals),
    oneOf && `one of ${oneOf.map((one) => JSON.stringify(one)).join(', ')}`,
    matches !== undefined && `like /${matches}/`,
    (atLeast !== undefined || atMost !== undefined) && rangeInWords({ atLeast, atMost }),
    said !== undefined && (said ? 'said' : 'not said'),
  ];
  return `${path} of ${placeInWords(of)}: ${tests.filter(Boolean).join(', ')}`;
}

function dataInWords(what: string, { count, days }: NonNullable<OwnExpectation['bills']>): string {
  const parts = [count && `${rangeInWords(count)} ${what}`, days && `${rangeInWords(days)} days of ${what}`];
  return `${parts.filter(Boolean).join(', ')}, of each meter`;
}

const placeInWords = (of: string) => (of === 'authorization' ? 'the authorization' : of);

interface Range {
  atLeast?: number | undefined;
  atMost?: number | undefined;
}

function rangeInWords({ atLeast, atMost }: Range): string {
  if (atLeast !== undefined && atLeast === atMost) return `exactly ${atLeast}`;
  if (atLeast === undefined) return atMost === 0 ? 'none' : `at most ${atMost}`;
  return atMost === undefined ? `at least ${atLeast}` : `${atLeast} to ${atMost}`;
}

/** "exactly 1", "at least 1": of a single one. */
function isOne({ atLeast, atMost }: Range): boolean {
  return (atMost ?? atLeast) === 1;
}
