/** The door of the pre-check: what the command line calls. */
import { toErrorValue } from '#shared/errors.ts';
import type { ByteSource } from '../engine/reader/index.ts';
import { checkDocument, type Findings } from './check.ts';
import { excerpts } from './excerpts.ts';
import type { Checked } from './formats.ts';
import { EXCERPTS, type Shown } from './html-report.ts';
import { type Demand, demanded, refusedReport, reportOf } from './report.ts';
import { RULES } from './rules/index.ts';
import { NEWER } from './rules/newer.ts';

export { blockId } from './blocks.ts';
export { junitReport, textReport } from './formats.ts';
export { htmlReport } from './html-report.ts';
export { PROFILES } from './profiles.ts';
export { type Demand, type FileReport, hasFindings } from './report.ts';

/** A checked file, and how to show where it fails. */
export interface CheckedFile extends Checked {
  /** With the XML around its failures, which is read from the file again. */
  shown(): Promise<Shown>;
}

/**
 * Judges one file by the test book. What cannot be read or judged gives a report that says so.
 * @param file as the user named it.
 * @param open gives its bytes, each time from the start.
 */
export async function checkFile(file: string, open: () => Promise<ByteSource>, demand: Demand): Promise<CheckedFile> {
  const rules = demand.profile?.newer ? [...RULES, ...NEWER] : RULES;
  try {
    const findings = await checkDocument(await open(), rules);
    const checked = { report: reportOf(file, findings, demand, rules), wanted: demanded(findings, demand) };
    return { ...checked, shown: async () => ({ ...checked, excerpt: await excerptsOf(findings, await open()) }) };
  } catch (thrown) {
    const checked = { report: refusedReport(file, toErrorValue(thrown)), wanted: new Set<string>() };
    return { ...checked, shown: () => Promise.resolve({ ...checked, excerpt: () => undefined }) };
  }
}

async function excerptsOf({ outcomes }: Findings, source: ByteSource): Promise<Shown['excerpt']> {
  const offsets = [...outcomes.values()].flatMap(({ failures }) =>
    failures.slice(0, EXCERPTS).map(({ offset }) => offset),
  );
  const texts = await excerpts(source, offsets);
  return (test, failure) => texts.get(outcomes.get(test)?.failures[failure]?.offset ?? -1);
}
