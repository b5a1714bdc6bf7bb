/**
 * How a reading gets in. A session takes the bytes of one feed: a file, or the body of an answer. The reader hands its
 * entries and blocks to the sink, which stages them beside the store. Many readings are appended while the reader goes
 * on (the loader), invisible until the end. Then the merge joins the document by its links with itself and with the
 * store, gives each block its series, settles what overlaps, decides how money is read, brings what lists say up to date, and commits all of it at once.
 */
import { followClocks } from '../day-sums.ts';
import { fillRecordWords } from '../service-view.ts';
import type { CatchUpStep } from '../store.ts';
import { fillFacts } from '../usage-point-facts.ts';
import { decideUndecided } from './bill-money.ts';
import { fillLocationPoints } from './location-points.ts';
import { deriveSeries } from './series-derivation.ts';

export { ingestHandlers as intakeHandlers } from './ingest.ts';

/** What older versions stored is decided and derived again by the rules of this one. */
export const catchUp: readonly CatchUpStep[] = [
  {
    what: 'How the money of bills is read',
    run: (writer, _zone, tell) => writer.transaction(() => decideUndecided(writer, tell)),
  },
  { what: 'Which readings are one series', run: deriveSeries },
  { what: 'What the service said of meters', run: (writer) => fillRecordWords(writer) },
  { what: 'Which meters are at a location', run: (writer) => fillLocationPoints(writer) },
  { what: 'What lists say of meters', run: (writer, _zone, tell) => fillFacts(writer, tell) },
  {
    what: 'Days of the meters’ own time',
    run: (writer, zone) => writer.transaction(() => followClocks(writer, zone)),
  },
];
