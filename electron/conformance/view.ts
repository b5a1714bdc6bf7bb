/** The result of a pre-check as the window shows it: every test with its words, and what no document can show. */
import type { CheckedTest, PreCheck } from '#shared/contract/conformance.ts';
import { BLOCK_NAMES } from './blocks.ts';
import type { Findings } from './check.ts';
import { failuresOf } from './excerpts.ts';
import { blockName, type Checked } from './formats.ts';
import { type Demand, severityOf, type TestReport, type Verdict, validBlocks } from './report.ts';
import { RULES, wordsOf } from './rules/index.ts';
import { NEWER } from './rules/newer.ts';
import { uncheckedOf, type Way } from './unchecked.ts';

/** Failures of one test that the window gets; all are counted. */
const SHOWN = 200;

type View = Pick<PreCheck, 'basis' | 'blocks' | 'tests' | 'notes'>;

/** @param checked the report of these findings by that demand */
export function viewOf(findings: Findings, { report, wanted }: Checked, demand: Demand): View {
  const newer = demand.profile?.newer ? NEWER : [];
  const rules = [...RULES, ...newer].map(({ id }) => ofRule(id, findings));
  // FB_31 has the rows of FB_14: where both are asked for, they are listed once.
  const others = report.blocks.filter(({ id }) => id !== 'FB_14' || !wanted.has('FB_31'));
  return {
    basis: basisOf(findings, demand),
    blocks: report.blocks.map((block) => ({ ...block, name: blockName(block.id), asked: wanted.has(block.id) })),
    tests: [...rules, ...ofSchema(report.schema, wanted), ...others.flatMap(({ id }) => ofOthers(id))],
    notes: report.notes,
  };
}

function basisOf({ claimed, implied }: Findings, { blocks }: Demand): PreCheck['basis'] {
  if (blocks) return 'chosen';
  if (claimed.size > 0) return 'claimed';
  return implied.size > 0 ? 'inferred' : 'nothing';
}

function ofRule(id: string, findings: Findings): CheckedTest {
  const words = wordsFor(id);
  const outcome = findings.outcomes.get(id);
  const { contexts = 0, failed = 0, failedAsWritten } = outcome ?? {};
  const written = failedAsWritten !== undefined && failedAsWritten > 0 !== failed > 0 ? failedAsWritten > 0 : undefined;
  return {
    ...words,
    severity: severityOf(words, outcome),
    verdict: contexts === 0 ? 'not_applicable' : verdictOf(failed),
    ...(written === undefined ? {} : { asWritten: written ? 'fail' : 'pass' }),
    contexts,
    failed: written === true ? (failedAsWritten ?? 0) : failed,
    failures: failuresOf(findings, id)
      .slice(0, SHOWN)
      .map(({ entry, line }) => ({ entry, line })),
  };
}

/** Once, or in each of the blocks that ask for it. */
function ofSchema(schema: TestReport, wanted: ReadonlySet<string>): CheckedTest[] {
  const { id, verdict, severity, contexts, failed } = schema;
  const [, ...others] = validBlocks(wanted);
  const failures = schema.failures.slice(0, SHOWN);
  const test = { ...wordsFor(id), block: schema.block, severity, verdict, contexts, failed, failures };
  return [test, ...others.map((block) => ({ ...test, key: `${id} ${block}`, block }))];
}

function verdictOf(failed: number): Verdict {
  return failed > 0 ? 'fail' : 'pass';
}

function wordsFor(
  id: string,
): Pick<CheckedTest, 'key' | 'id' | 'block' | 'severity' | 'requirement' | 'cure' | 'flaw'> {
  const words = wordsOf(id);
  return {
    key: id,
    id,
    block: words?.block ?? '',
    severity: words?.severity ?? 'fail',
    requirement: words?.requirement ?? '',
    cure: words?.cure ?? '',
    ...(words?.flaw === undefined ? {} : { flaw: words.flaw }),
  };
}

const WHO: Readonly<Record<Way, string>> = {
  live: 'It takes a running service or client: see the tabs Service and, in the demo, Your client.',
  manual: 'A person has to look: this program does not decide it.',
  none: 'It is a draft of the book, obsolete, a matter of the alliance, or changes what a third party may not change.',
};

/** Rows of the book that no document answers. */
function ofOthers(block: string): CheckedTest[] {
  return uncheckedOf(block).map(({ id, way, what }, number) => ({
    key: `${id} ${block} ${number + 1}`,
    id,
    block,
    verdict: 'not_checkable',
    severity: 'hint',
    requirement: what,
    cure: WHO[way],
    contexts: 0,
    failed: 0,
    failures: [],
  }));
}

/** Function blocks that can be asked of a document, in the order of their numbers. */
export function choosableBlocks(): { id: string; name: string }[] {
  return Object.entries(BLOCK_NAMES).map(([id, name]) => ({ id, name }));
}
