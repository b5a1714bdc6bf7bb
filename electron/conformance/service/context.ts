/** What the steps of a run share. */

import { matchResource, type PathValues, type Resource, resourcePath, TOKEN_NAMES } from '#shared/resources.ts';
import type { Consent } from '#shared/service-check.ts';
import { rootName } from '../../common/root-name.ts';
import type { RowBook } from '../../common/rows/book.ts';
import { bytesSource } from '../../engine/reader/index.ts';
import { checkDocument, type Findings } from '../check.ts';
import { type Answer, answerWords, type Credential, type ServiceDoor } from './door.ts';
import { countOf, entriesOf } from './xml.ts';

/** Bytes of an answer that are judged at once; more of them take another process where there is one. */
const JUDGED_HERE = 256 * 1024;

/** An address of the resource table that was found, with the authorization whose access_token opens it. */
export interface Found {
  resource: Resource;
  path: string;
  values: PathValues;
  authorization: string | undefined;
}

export interface Run {
  door: ServiceDoor;
  book: RowBook;
  consents: ReadonlySet<Consent>;
  /** Before each request: keeps the pace, and ends the run when it was cancelled. @throws AbortError */
  pace(): Promise<void>;
  /** The authorizations whose access_token can be used, the best one first. */
  authorizations: string[];
  /** Answers of addresses with the right token, by path. */
  answers: Map<string, Answer>;
  /** One address for each resource of the table that has one. */
  found: Map<string, Found>;
  /** auth_uids of the list of authorizations, and those of them that are active. */
  known: Set<string>;
  active: Set<string>;
  /** Those whose access_token was refused at once, of which nobody says when they end. */
  refused: Set<string>;
  /** Those whose access_token can be renewed. */
  renewable: string[];
  /** Made by this run. */
  made: string | undefined;
}

/** GET, with the pace kept. */
export async function get(
  run: Run,
  path: string,
  credential: Credential,
  purpose: string,
  needs?: Resource['tokenClass'],
): Promise<Answer> {
  await run.pace();
  return await run.door.get(path, credential, purpose, needs);
}

/** The right token for a resource, of the authorization that the path names or another one. */
export function rightToken(resource: Resource, authorization: string | undefined): Credential {
  const { tokenClass } = resource;
  return { kind: 'held', tokenClass, scope: tokenClass === 'access' ? authorization : undefined };
}

/** Too many requests, or a service that is away: any request would have been answered so. */
const PUT_OFF: readonly number[] = [429, 503];

/**
 * Files an answer as right or wrong. One that is not right and says nothing of the service is filed as not looked at: a failure
 * would accuse the service of a network that dropped, or of a token that ended while the check went on.
 * @param came as a book takes it
 * @param token what was sent, where that is the right token for what was asked
 */
export async function judgeAnswer(
  run: Run,
  id: string,
  right: boolean,
  came: string,
  answer: Pick<Answer, 'status' | 'request'>,
  token?: Credential,
): Promise<void> {
  const { book } = run;
  const { status } = answer;
  if (right) return book.judge(id, true, came, answer);
  if (status === undefined || PUT_OFF.includes(status)) return book.cannot(id, came);
  if (token && status === 202) return book.cannot(id, `${came}, and it is still being built`);
  const fault = token && status === 401 ? await tokenFault(run, token) : undefined;
  if (fault !== undefined) return book.cannot(id, `${came}, and ${fault}`);
  book.judge(id, false, came, answer);
}

/** Why a token that is to be held would be refused by any service by now; undefined where it is good as far as is known. */
export async function tokenFault(run: Run, credential: Credential): Promise<string | undefined> {
  if (credential.kind !== 'held') return undefined;
  const { tokenClass, scope } = credential;
  const { isClientStale, grants } = await run.door.held();
  if (tokenClass === 'client') return isClientStale ? `the ${TOKEN_NAMES.client} is at its end` : undefined;
  if (tokenClass !== 'access') return undefined;
  if (scope === undefined) return noAccessToken(run);
  const grant = grants.find(({ authorization }) => authorization === scope);
  if (!grant) return `no access_token of ${scope} is held`;
  if (run.refused.has(scope)) return refusedWords(scope);
  return grant.isStale ? `the access_token of ${scope} is at its end` : undefined;
}

/** Why there is no access_token to ask with. */
export function noAccessToken({ refused }: Run): string {
  const [first] = refused;
  return first === undefined ? 'there is no access_token that can be used' : refusedWords(first);
}

function refusedWords(authorization: string): string {
  return `the access_token of ${authorization} is refused; it may be over`;
}

/** GET with the right token, each path once. */
export async function read(
  run: Run,
  resource: Resource,
  path: string,
  authorization: string | undefined,
): Promise<Answer> {
  const kept = run.answers.get(path);
  if (kept) return kept;
  const answer = await get(
    run,
    path,
    rightToken(resource, authorization),
    `Check: ${resource.title}`,
    resource.tokenClass,
  );
  run.answers.set(path, answer);
  return answer;
}

/** Where and what is wrong with an answer that should be of this resource; undefined where nothing is. */
export async function faultOf(run: Run, resource: Resource, answer: Answer): Promise<string | undefined> {
  const { status, body } = answer;
  if (status !== 200 || answer.fault !== undefined) return answerWords(answer);
  if (resource.answers === 'file') return body === '' ? '200, and nothing in it' : undefined;
  const root = rootName(body);
  const wanted = { entry: 'entry', feed: 'feed', status: 'ServiceStatus' }[resource.answers];
  if (root === undefined) return '200, and no XML';
  const isWrapped = resource.answers === 'status' && root === 'entry';
  if (root !== wanted && !isWrapped) return `200, and <${root}> instead of <${wanted}>`;
  const entity = resource.answers === 'entry' ? resource.entity : undefined;
  if (entity !== undefined && countOf(body, entity) === 0) {
    return `200, and an entry without ${entity}`;
  }
  const strangers = resource.answers === 'feed' && resource.entity !== undefined ? otherThan(body, resource.entity) : 0;
  if (strangers > 0) return `200, and a feed with ${strangers} entries that are no ${resource.entity}`;
  const findings = await documentOf(run, body);
  if (typeof findings === 'string') return `200, and ${findings}`;
  const [first] = findings.schema.problems;
  return first ? `200, and not valid: line ${first.line}: ${first.message}` : undefined;
}

/** Entries of a feed that hold something else. */
function otherThan(body: string, entity: string): number {
  return entriesOf(body).filter((entry) => countOf(entry, entity) === 0).length;
}

/** The findings of the data-element tests in an answer, or why it cannot be read. */
export async function documentOf({ door }: Run, body: string): Promise<Findings | string> {
  const bytes = new TextEncoder().encode(body);
  if (door.judge && bytes.length > JUDGED_HERE) {
    const { findings, error } = await door.judge(bytes);
    return findings ?? error.message;
  }
  try {
    return await checkDocument(bytesSource(bytes));
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}

/** The path of an address of this API below its base, with its query; undefined for another one. */
export function pathBelow(href: string): string | undefined {
  const match = matchResource(href);
  if (!match) return undefined;
  const query = /\?[^#]*/.exec(href)?.[0] ?? '';
  return resourcePath(match.resource, match.values) + query;
}
