import { describe, expect, it } from 'vitest';
import {
  confirmedWords,
  happenedTime,
  isDenied,
  lateWords,
  lookupWords,
  markedWords,
  markFailure,
  prettyJson,
  subjectOf,
  typeMeaning,
  typeWords,
} from '../../../../../renderer/features/events/event-words.ts';
import type { EventRow } from '../../../../../shared/contract/events.ts';

/** An event row with only the members that matter. */
const event = (over: Partial<EventRow>) => ({ way: 'webhook', ...over }) as EventRow;

describe('an event in words', () => {
  it('happened in the offset that was sent, to the last digit', () => {
    expect(happenedTime({ ts: '2026-03-01T10:20:30.123456+00:00' })).toBe('2026-03-01 10:20:30.123456 UTC');
    expect(happenedTime({ ts: '2026-03-01T10:20:30-08:00' })).toBe('2026-03-01 10:20:30 -08:00');
    expect(happenedTime({ ts: 'yesterday' })).toBe('yesterday');
  });

  it('is about the most exact thing that it names', () => {
    expect(subjectOf(event({ meter: 'm', authorization: 'a' }))).toBe('meter m');
    expect(subjectOf(event({ authorization: 'a', form: 'f' }))).toBe('authorization a');
    expect(subjectOf(event({ form: 'f' }))).toBe('form f');
    expect(subjectOf(event({}))).toBe('');
  });

  it('is late by how much later one happened that had arrived before it', () => {
    expect(lateWords(event({ late: true, lateMs: 90_000 }))).toBe(
      'an event that happened 1 min 30 s later had arrived before it',
    );
    expect(lateWords(event({ late: true }))).toBeUndefined();
    expect(lateWords(event({ late: false }))).toBeUndefined();
  });

  it('has a type that is explained, also where it is new', () => {
    expect(typeWords('meter_ready_soon')).toBe('meter ready soon');
    expect(typeMeaning('never_heard_of')).toBe('A type that this version does not know; it is kept as received.');
  });
});

describe('what the service says of an event', () => {
  it('is a denial only while it has not listed the event', () => {
    expect(isDenied(event({ deniedAt: 1 }))).toBe(true);
    expect(isDenied(event({ deniedAt: 1, listedAt: 2 }))).toBe(false);
    expect(isDenied(event({}))).toBe(false);
  });

  it('is said as far as it is known', () => {
    expect(confirmedWords(event({ listedAt: 0 }))).toMatch(/^yes, /);
    expect(confirmedWords(event({ deniedAt: 0 }))).toMatch(/^no: it did not know it, /);
    expect(confirmedWords(event({ way: 'rehearsal' }))).toBe('no: a rehearsal');
    expect(confirmedWords(event({}))).toMatch(/^not seen yet/);
  });
});

describe('what the service answered', () => {
  const refused = { uid: 'a', ok: false, error: 'This workspace is read-only.' };

  it('to a look-up confirms only the event that was asked for', () => {
    expect(lookupWords({ fresh: false, isSame: true })).toBe('The service confirms this event.');
    expect(lookupWords({ fresh: true, isSame: false })).toBe(
      'The service answered with another event, so this one is not confirmed.',
    );
  });

  it('to a mark is a failure where it took none', () => {
    expect(markFailure([refused, { ...refused, uid: 'b', error: 'Later.' }])).toEqual({
      code: 'not_marked',
      message: 'Not marked as delivered: This workspace is read-only.',
    });
    expect(markFailure([refused, { uid: 'b', ok: true }])).toBeUndefined();
  });

  it('to a mark counts what was taken, and what was not', () => {
    expect(markedWords([{ uid: 'b', ok: true }])).toBe('1 event marked as delivered.');
    expect(markedWords([refused, { uid: 'b', ok: true }, { uid: 'c', ok: true }])).toBe(
      '2 events marked as delivered; 1 could not be: This workspace is read-only.',
    );
  });
});

it('JSON is shown in lines, other text as it is', () => {
  expect(prettyJson('{"a":1}')).toBe('{\n  "a": 1\n}');
  expect(prettyJson('{"a":')).toBe('{"a":');
});
