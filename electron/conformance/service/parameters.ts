/** The query parameters of a batch: that they narrow it, and that nonsense is refused. */
import { type Resource, resourceNamed, resourcePath } from '#shared/resources.ts';
import { documentOf, get, judgeAnswer, type Run, read, rightToken } from './context.ts';
import { type Answer, answerWords } from './door.ts';
import { countOf, elementsOf, entriesOf, textsOf } from './xml.ts';

const TIMES = ['published-min', 'published-max', 'updated-min', 'updated-max'];
const COUNTS = ['max-results', 'start-index', 'depth'];
const NO_DAY = '2024-02-31T25:61:00Z';

/** Epoch milliseconds, sorted. */
interface Moments {
  /** When the entries with interval blocks were published. */
  published: number[];
  /** When the interval blocks begin, of which an entry may hold several. */
  starts: number[];
}

function momentsOf(body: string): Moments {
  const entries = entriesOf(body).filter((entry) => countOf(entry, 'IntervalBlock') > 0);
  const blocks = entries.flatMap((entry) => elementsOf(entry, 'IntervalBlock'));
  const sorted = (list: number[]) => list.filter((one) => Number.isFinite(one)).toSorted((a, b) => a - b);
  return {
    published: sorted(entries.map((entry) => Date.parse(textsOf(entry, 'published')[0] ?? ''))),
    starts: sorted(blocks.map((block) => Number(textsOf(block, 'start')[0]) * 1000)),
  };
}

/** QRY001, QRY002 and what this program adds for updated-max. */
export async function askParameters(run: Run): Promise<void> {
  const authorization = run.found.get('BatchSubscription')?.authorization;
  const batch = resourceNamed('BatchSubscription');
  if (authorization === undefined) {
    for (const id of ['QRY001', 'QRY002', 'QRY.updated']) run.book.cannot(id, 'no usage batch could be read');
    return;
  }
  await askNonsense(run, batch, authorization);
  await askNarrower(run, batch, authorization);
}

async function askNonsense(run: Run, batch: Resource, authorization: string): Promise<void> {
  const cases = [
    ...TIMES.flatMap((name) => [[name, 'letters'] as const, [name, NO_DAY] as const]),
    ...COUNTS.map((name) => [name, 'letters'] as const),
  ];
  for (const [name, value] of cases) {
    const answer = await asked(run, batch, authorization, { [name]: value });
    const came = `${answerWords(answer)} for ${name}=${value}`;
    await judgeAnswer(run, 'QRY002', answer.status === 400, came, answer, rightToken(batch, authorization));
  }
}

async function asked(run: Run, batch: Resource, authorization: string, query: Record<string, string>): Promise<Answer> {
  const path = `${resourcePath(batch, { auth_uid: authorization })}?${new URLSearchParams(query)}`;
  const words = Object.entries(query).map((pair) => pair.join('='));
  return await get(
    run,
    path,
    rightToken(batch, authorization),
    `Check: the batch with ${words.join(' and ')}`,
    'access',
  );
}

async function askNarrower(run: Run, batch: Resource, authorization: string): Promise<void> {
  const { book } = run;
  const whole = await read(run, batch, resourcePath(batch, { auth_uid: authorization }), authorization);
  if (whole.status !== 200) {
    for (const id of ['QRY001', 'QRY.updated']) book.cannot(id, 'no usage batch could be read');
    return;
  }
  const total = countOf(whole.body, 'IntervalBlock');
  if (total < 2) {
    for (const id of ['QRY001', 'QRY.updated'])
      book.cannot(id, `the batch holds ${total} interval blocks; it takes two`);
    return;
  }
  const moments = momentsOf(whole.body);
  for (const name of ['published-min', 'published-max']) {
    await narrowedBy(run, batch, authorization, name, moments, total);
  }
  const early = await asked(run, batch, authorization, { 'updated-max': '1990-01-01T00:00:00Z' });
  const left = countOf(early.body, 'IntervalBlock');
  const came = early.status === 200 ? `200 with ${left} of ${total} interval blocks` : answerWords(early);
  const right = early.status === 200 && left === 0;
  const token = rightToken(batch, authorization);
  await judgeAnswer(run, 'QRY.updated', right, `${came} for an updated-max in 1990`, early, token);
}

/** Some services take the time of the data, others that of publishing: one of both must narrow. */
async function narrowedBy(
  run: Run,
  batch: Resource,
  authorization: string,
  name: string,
  { published, starts }: Moments,
  total: number,
): Promise<void> {
  const between = betweenThem(published);
  let last: { came: string; answer: Answer; fault: string | undefined } | undefined;
  for (const moment of [middle(starts), between]) {
    if (moment === undefined) continue;
    const answer = await asked(run, batch, authorization, {
      [name]: `${new Date(moment).toISOString().slice(0, 19)}Z`,
    });
    const fault = await unreadable(run, answer);
    const blocks = countOf(answer.body, 'IntervalBlock');
    const came = `${fault ?? `200 with ${blocks} of ${total} interval blocks`} for ${name} in their middle`;
    if (fault === undefined && blocks < total) return run.book.judge('QRY001', true, came, answer);
    last = { came, answer, fault };
    if (fault !== undefined) break;
  }
  if (last === undefined)
    return run.book.cannot('QRY001', 'the interval blocks have neither times of their own nor of publishing');
  if (last.fault === undefined && between === undefined) {
    return run.book.cannot('QRY001', `${last.came}, whose entries were published at one time`);
  }
  await judgeAnswer(run, 'QRY001', false, last.came, last.answer, rightToken(batch, authorization));
}

async function unreadable(run: Run, answer: Answer): Promise<string | undefined> {
  if (answer.status !== 200 || answer.fault !== undefined) return answerWords(answer);
  const findings = await documentOf(run, answer.body);
  if (typeof findings === 'string') return `200, and ${findings}`;
  const [first] = findings.schema.problems;
  return first ? `200, and not valid: line ${first.line}: ${first.message}` : undefined;
}

function middle(moments: readonly number[]): number | undefined {
  return moments[Math.floor(moments.length / 2)];
}

/** Later than the first by a second or more, and earlier than the last: as a bound it leaves one of them out. */
function betweenThem(moments: readonly number[]): number | undefined {
  const [first, last] = [moments[0], moments.at(-1)];
  if (first === undefined || last === undefined || last - first < 2000) return undefined;
  return (first + last) / 2;
}
