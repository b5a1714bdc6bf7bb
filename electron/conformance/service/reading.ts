/** Every address of the resource table with the right token: walks from the lists to what is in them. */
import {
  matchResource,
  type PathName,
  type PathValues,
  pathNames,
  RESOURCES,
  type Resource,
  resourceNamed,
  resourcePath,
} from '#shared/resources.ts';
import { failureOf } from '../report.ts';
import { RULES } from '../rules/index.ts';
import { documentOf, faultOf, judgeAnswer, noAccessToken, type Run, read, rightToken } from './context.ts';
import type { HeldTokens } from './door.ts';
import { readRow } from './rows.ts';
import { countOf, entriesOf, hrefsOf, selfOf, textsOf } from './xml.ts';

/** Entries of one list that are tried before something counts as not there. */
const TRIED = 4;
/** Authorizations that are looked into. */
const AUTHORIZATIONS = 6;

/** Reads the registration and the authorizations, and learns which authorizations can be used. */
export async function readRegistration(run: Run): Promise<void> {
  const { door, book } = run;
  const { classes, grants } = await door.held();
  if (classes.includes('registration') && door.appUid !== undefined) await readApplication(run, door.appUid);
  else book.cannot('FND002', 'there is no registration_access_token, or the uid of the application is not known');
  if (classes.includes('client')) await readAuthorizations(run);
  else for (const id of ['FND003', 'FND004', 'FND006']) book.cannot(id, 'there is no client_access_token');
  run.renewable = grants.flatMap(({ authorization, renewable }) => (renewable ? authorization : []));
  const fresh = grants.filter(({ isStale }) => !isStale);
  const active = fresh.filter(({ authorization }) => run.active.has(authorization));
  run.authorizations = await usableOf(run, active.length > 0 ? active : fresh);
  if (classes.includes('client')) await readAuthorization(run);
}

/**
 * Of these those whose access_token is taken, as far as they are looked into. One of which nobody says when it ends is tried:
 * that a service refuses one that is over says nothing of the service.
 */
async function usableOf(run: Run, grants: HeldTokens['grants']): Promise<string[]> {
  const usable: string[] = [];
  for (const { authorization, isEndKnown } of grants) {
    if (isEndKnown || usable.length >= AUTHORIZATIONS) usable.push(authorization);
    else if (run.refused.size < AUTHORIZATIONS) {
      if (await isRefused(run, authorization)) run.refused.add(authorization);
      else usable.push(authorization);
    }
  }
  return usable;
}

/** At two addresses: a service that wrongly refuses a good one at the first is to be found out. */
async function isRefused(run: Run, authorization: string): Promise<boolean> {
  for (const row of [resourceNamed('UsagePointList'), resourceNamed('BatchSubscription')]) {
    const { status } = await read(run, row, resourcePath(row, { auth_uid: authorization }), authorization);
    if (status !== 401) return false;
  }
  return true;
}

async function readApplication(run: Run, uid: string): Promise<void> {
  const { book } = run;
  const row = resourceNamed('ApplicationInformation');
  const values = { app_uid: uid };
  const answer = await read(run, row, resourcePath(row, values), undefined);
  run.found.set(row.name, { resource: row, path: resourcePath(row, values), values, authorization: undefined });
  const fault = await faultOf(run, row, answer);
  if (fault !== undefined) return judgeAnswer(run, 'FND002', false, fault, answer, rightToken(row, undefined));
  const { body } = answer;
  const has = (name: string, right: (text: string) => boolean) =>
    textsOf(body, name).length > 0 && textsOf(body, name).every(right);
  const checks: [boolean, string][] = [
    [has('dataCustodianApplicationStatus', (text) => /^[1-4]$/.test(text)), 'dataCustodianApplicationStatus 1 to 4'],
    [
      has('token_endpoint_auth_method', (text) => text === 'client_secret_basic'),
      'token_endpoint_auth_method client_secret_basic',
    ],
    [
      has('grant_types', (text) => ['authorization_code', 'refresh_token', 'client_credentials'].includes(text)),
      'grant_types of the three known ones',
    ],
    [has('response_types', (text) => text === 'code'), 'response_types code'],
  ];
  const wrong = checks.filter(([right]) => !right).map(([, words]) => words);
  book.judge(
    'FND002',
    wrong.length === 0,
    wrong.length === 0 ? '200, one entry' : `200, without ${wrong.join(', ')}`,
    answer,
  );
}

async function readAuthorizations(run: Run): Promise<void> {
  const row = resourceNamed('AuthorizationList');
  const answer = await read(run, row, row.path, undefined);
  run.found.set(row.name, { resource: row, path: row.path, values: {}, authorization: undefined });
  const fault = await faultOf(run, row, answer);
  const entries = fault === undefined ? entriesOf(answer.body) : [];
  for (const entry of entries) {
    const uid = selfOf(entry)?.values.auth_uid;
    if (uid === undefined) continue;
    run.known.add(uid);
    if (textsOf(entry, 'status')[0] !== '0') run.active.add(uid);
  }
  const came = fault ?? `200, a feed of ${entries.length}`;
  await judgeAnswer(run, 'FND003', fault === undefined, came, answer, rightToken(row, undefined));
}

async function readAuthorization(run: Run): Promise<void> {
  const uid = run.authorizations[0] ?? [...run.active][0];
  if (uid === undefined) return run.book.cannot('FND004', 'there is no authorization to ask for');
  const row = resourceNamed('Authorization');
  const path = resourcePath(row, { auth_uid: uid });
  const answer = await read(run, row, path, undefined);
  run.found.set(row.name, { resource: row, path, values: { auth_uid: uid }, authorization: uid });
  const fault = await faultOf(run, row, answer);
  const wanted = ['expires_at', 'scope', 'token_type', 'resourceURI', 'authorizationURI'];
  const empty = wanted.filter((name) => !textsOf(answer.body, name).some((text) => text !== ''));
  const status = textsOf(answer.body, 'status')[0] ?? '';
  const wrong = [...empty, ...(/^[012]$/.test(status) ? [] : ['status 0, 1 or 2'])];
  const came = fault ?? (wrong.length > 0 ? `200, without ${wrong.join(', ')}` : '200, one entry');
  await judgeAnswer(run, 'FND004', fault === undefined && wrong.length === 0, came, answer, rightToken(row, uid));
}

/** Reads one address of every other resource of the table, where there is one. */
export async function readResources(run: Run): Promise<void> {
  const done = new Set(['ApplicationInformation', 'AuthorizationList', 'Authorization', 'Bulk']);
  const rows = RESOURCES.filter(({ name }) => !done.has(name));
  // What only links name comes last: by then the answers that hold them were read.
  for (const row of rows.filter((one) => !isLinked(one))) await readOne(run, row);
  for (const row of rows.filter(isLinked)) await readOne(run, row);
}

/** No list has it: only links lead to it. */
function isLinked(row: Resource): boolean {
  const names = pathNames(row);
  return names.length === 1 && names[0] !== 'auth_uid';
}

async function readOne(run: Run, row: Resource): Promise<void> {
  const { book } = run;
  const id = readRow(row);
  if (pathNames(row).length === 0) {
    const classes = (await run.door.held()).classes;
    if (classes.includes(row.tokenClass)) await judged(run, row, {}, undefined);
    else book.cannot(id, `there is no ${row.tokenClass} token`);
    return;
  }
  if (run.authorizations.length === 0) return book.cannot(id, noAccessToken(run));
  const filled = await fill(run, row);
  if (filled) await judged(run, row, filled.values, filled.authorization);
  else book.cannot(id, 'no list and no link of the authorizations that were looked into names one');
}

async function judged(run: Run, row: Resource, values: PathValues, authorization: string | undefined): Promise<void> {
  const { book } = run;
  const path = resourcePath(row, values);
  const answer = await read(run, row, path, authorization);
  run.found.set(row.name, { resource: row, path, values, authorization });
  const fault = await faultOf(run, row, answer);
  if (fault !== undefined) return judgeAnswer(run, readRow(row), false, fault, answer, rightToken(row, authorization));
  if (row.name === 'ReadServiceStatus') {
    const [status] = textsOf(answer.body, 'currentStatus');
    return book.judge('FND006', status === '1', `200, currentStatus ${status ?? 'missing'}`, answer);
  }
  if (row.name === 'BatchSubscription' && (await isPoorBatch(run, answer.body, authorization))) return;
  const what = row.answers === 'feed' ? `200, a feed of ${countOf(answer.body, 'entry')}` : '200';
  book.judge(readRow(row), true, what, answer);
}

/** What the book asks of a usage batch beyond its form: content, and that the blocks of its scope pass. */
async function isPoorBatch(run: Run, body: string, authorization: string | undefined): Promise<boolean> {
  const { book, answers } = run;
  const answer = answers.get(resourcePath(resourceNamed('BatchSubscription'), { auth_uid: authorization ?? '' }));
  if (countOf(body, 'UsagePoint') === 0) {
    book.judge('FND005', false, '200, a feed without a UsagePoint', answer);
    return true;
  }
  const findings = await documentOf(run, body);
  if (typeof findings === 'string') {
    book.cannot('FND005', `the function blocks of its scope: ${findings}`);
    return false;
  }
  const scope = await scopeOf(run, authorization);
  if (scope.size === 0) book.cannot('FND005', 'which function blocks its scope has is not known');
  const failing = RULES.filter(({ block, severity }) => scope.has(block) && severity !== 'hint').flatMap((rule) => {
    const outcome = findings.outcomes.get(rule.id);
    const failure = failureOf(rule, outcome);
    return failure === undefined ? [] : [{ ...rule, failure, byText: (outcome?.failed ?? 0) > 0 }];
  });
  // Where the text of a test and the book as it is written disagree, the service is accused of neither.
  const counting = failing.filter(({ failure, byText }) => failure === 'fail' && byText);
  for (const rule of failing) {
    if (counting.includes(rule)) continue;
    const { id, requirement, byText, flaw = '' } = rule;
    const how = byText ? 'by its text alone' : 'only as the book is written';
    book.note('FND005', `${id} fails in the batch: ${how}. ${requirement} It does not count here: ${flaw}`);
  }
  if (counting.length === 0) return false;
  const words = counting.map(({ id, block }) => `${id} (${block})`).join(', ');
  book.judge('FND005', false, `200, and data-element tests of its scope fail: ${words}`, answer);
  return true;
}

/** The blocks that an authorization is for. */
async function scopeOf(run: Run, authorization: string | undefined): Promise<Set<string>> {
  const list = run.answers.get(resourceNamed('AuthorizationList').path)?.body ?? '';
  const own = entriesOf(list).find((entry) => selfOf(entry)?.values.auth_uid === authorization) ?? '';
  const numbers = textsOf(own, 'scope').flatMap((text) => [...(/FB=([\d_]+)/.exec(text)?.[1] ?? '').matchAll(/\d+/g)]);
  return new Set(numbers.map(([number]) => `FB_${number.padStart(2, '0')}`));
}

interface Filled {
  values: PathValues;
  authorization: string;
}

/** Values for the places of a resource's path, such that there is something; undefined where nothing was found. */
async function fill(run: Run, row: Resource): Promise<Filled | undefined> {
  if (isLinked(row)) return linkedValues(run, row);
  const names = pathNames(row);
  let empty: Filled | undefined;
  for (const authorization of run.authorizations.slice(0, AUTHORIZATIONS)) {
    for await (const values of assignments(run, names, { auth_uid: authorization }, authorization)) {
      if (row.answers !== 'feed') return { values, authorization };
      const answer = await read(run, row, resourcePath(row, values), authorization);
      if (countOf(answer.body, 'entry') > 0 || answer.status !== 200) return { values, authorization };
      empty ??= { values, authorization };
    }
  }
  return empty;
}

/** All ways to fill the places after those that are filled, from the lists above them. */
async function* assignments(
  run: Run,
  names: readonly PathName[],
  values: PathValues,
  authorization: string,
): AsyncGenerator<PathValues> {
  const next = names.find((name) => values[name] === undefined);
  if (next === undefined) {
    yield values;
    return;
  }
  const list = listOf(next);
  if (!list) return;
  const answer = await read(run, list, resourcePath(list, values), authorization);
  const ids = new Set(entriesOf(answer.body).flatMap((entry) => selfOf(entry)?.values[next] ?? []));
  for (const id of [...ids].slice(0, TRIED)) yield* assignments(run, names, { ...values, [next]: id }, authorization);
}

/** The feed whose entries name the values of a place. */
function listOf(name: PathName): Resource | undefined {
  const entry = RESOURCES.find((row) => row.answers === 'entry' && row.path.endsWith(`/{${name}}`));
  return entry && RESOURCES.find((row) => row.name === `${entry.name}List`);
}

/** Of what no list has (ReadingType, LocalTimeParameters, files): the first link to one in all that was read. */
function linkedValues(run: Run, row: Resource): Filled | undefined {
  for (const [path, { body }] of run.answers) {
    const authorization = matchResource(path)?.values.auth_uid;
    if (authorization === undefined || !run.authorizations.includes(authorization)) continue;
    for (const entry of entriesOf(body)) {
      const hrefs = [...hrefsOf(entry, 'related'), ...hrefsOf(entry, 'self')];
      const match = hrefs.map((href) => matchResource(href)).find((one) => one?.resource.name === row.name);
      if (match) return { values: match.values, authorization };
    }
  }
  return undefined;
}
