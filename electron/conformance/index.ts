/** The door of the pre-check: what the command line and the program call. */
import { type ErrorValue, toErrorValue } from '#shared/errors.ts';
import type { ByteSource } from '../engine/reader/index.ts';
import { checkDocument, type Findings } from './check.ts';
import { excerptsOf, failuresOf } from './excerpts.ts';
import type { Checked } from './formats.ts';
import { EXCERPTS, type Shown } from './html-report.ts';
import type { Profile } from './profiles.ts';
import { type Demand, demanded, refusedReport, reportOf } from './report.ts';
import type { Rule } from './rule.ts';
import { RULES, SCHEMA } from './rules/index.ts';
import { NEWER } from './rules/newer.ts';

export { blockId } from './blocks.ts';
export type { Findings } from './check.ts';
export { excerptsOf } from './excerpts.ts';
export { type Checked, jsonReport, junitReport, textReport } from './formats.ts';
export { htmlReport } from './html-report.ts';
export { PROFILES } from './profiles.ts';
export { type Demand, type FileReport, hasFindings } from './report.ts';
export { ticketReport } from './ticket.ts';
export { choosableBlocks, viewOf } from './view.ts';

/** What became of a document: what was found in it, or why it cannot be judged. */
export type Judged = { findings: Findings; error?: undefined } | { findings?: undefined; error: ErrorValue };

/** A checked file, and how to show where it fails. */
export interface CheckedFile extends Checked {
  /** With the XML around its failures, which is read from the file again. */
  shown(): Promise<Shown>;
}

/** Bytes of an entry that a page to give to others shows. */
const SHOWN_BYTES = 4000;

/** The rules of a profile. */
function rulesOf(profile: Profile | undefined): readonly Rule[] {
  return profile?.newer ? [...RULES, ...NEWER] : RULES;
}

/** Judges a document by all rules, those of every profile. What cannot be read or judged says so. */
export async function judge(open: () => Promise<ByteSource>): Promise<Judged> {
  try {
    return { findings: await checkDocument(await open(), [...RULES, ...NEWER]) };
  } catch (thrown) {
    return { error: toErrorValue(thrown) };
  }
}

/** The report of what a document was found to be. @param file as the user named it */
export function checkedOf(file: string, { findings, error }: Judged, demand: Demand): Checked {
  if (!findings) return { report: refusedReport(file, error), wanted: new Set() };
  return { report: reportOf(file, findings, demand, rulesOf(demand.profile)), wanted: demanded(findings, demand) };
}

/** The same with the XML around its first failures, which is read from the document again. */
export async function shownOf(checked: Checked, { findings }: Judged, open: () => Promise<ByteSource>): Promise<Shown> {
  if (!findings) return { ...checked, excerpt: () => undefined };
  const wanted = [...findings.outcomes.keys(), SCHEMA.id].flatMap((test) =>
    failuresOf(findings, test)
      .slice(0, EXCERPTS)
      .map((_place, failure) => ({ test, failure })),
  );
  const excerpts = await excerptsOf(findings, wanted, await open(), SHOWN_BYTES);
  const number = (test: string, failure: number) =>
    wanted.findIndex((one) => one.test === test && one.failure === failure);
  return { ...checked, excerpt: (test, failure) => excerpts[number(test, failure)] };
}

/**
 * Judges one file by the test book. What cannot be read or judged gives a report that says so.
 * @param file as the user named it.
 * @param open gives its bytes, each time from the start.
 */
export async function checkFile(file: string, open: () => Promise<ByteSource>, demand: Demand): Promise<CheckedFile> {
  const judged = await judge(open);
  const checked = checkedOf(file, judged, demand);
  return { ...checked, shown: () => shownOf(checked, judged, open) };
}
