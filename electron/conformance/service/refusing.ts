/** Every address of the resource table with wrong tokens. */
import { pathNames, RESOURCES, resourceNamed, resourcePath, TOKEN_NAMES, type TokenClass } from '#shared/resources.ts';
import { type Found, get, judgeAnswer, type Run, tokenFault } from './context.ts';
import { type Answer, answerWords, type Credential } from './door.ts';
import { refusedRow } from './rows.ts';

/** A token with characters that none has, and one that looks like any other. */
const MALFORMED = 'not/a=token%20of~this,service';
const UNKNOWN = 'dW5rbm93bi10by10aGUtc2VydmljZS1vZi1jb3Vyc2U';

/** The book names these; tokens of another interface are sent where they are held. */
const OF_THE_BOOK: readonly TokenClass[] = ['registration', 'client', 'access'];

/** The book has rows of their own for some of them. */
const KINDS = ['access', 'registration', 'none', 'other'] as const;

interface Attempt {
  credential: Credential;
  words: string;
  kind: (typeof KINDS)[number];
}

/** Asks each address that was found with each wrong token: 401 or 403 must come. */
export async function askWithWrongTokens(run: Run): Promise<void> {
  const { classes } = await run.door.held();
  for (const found of run.found.values()) {
    for (const attempt of attempts(run, found, classes)) await judgedRefusal(run, found, attempt, classes);
  }
  const why = 'no address of it could be read, so none was asked with wrong tokens';
  for (const row of RESOURCES.filter(({ name }) => !run.found.has(name))) {
    for (const kind of KINDS) run.book.cannot(refusedRow(row, kind), why);
  }
}

function attempts(run: Run, { resource: row, authorization }: Found, classes: readonly TokenClass[]): Attempt[] {
  const open = row.answers === 'status';
  const wrong = open ? [] : [...new Set([...OF_THE_BOOK, ...classes])].filter((one) => one !== row.tokenClass);
  const scope = authorization ?? run.authorizations[0];
  return [
    ...wrong.map((tokenClass): Attempt => {
      const kind = tokenClass === 'access' || tokenClass === 'registration' ? tokenClass : 'other';
      const credential: Credential = { kind: 'held', tokenClass, scope: tokenClass === 'access' ? scope : undefined };
      return { credential, words: `the ${TOKEN_NAMES[tokenClass]}`, kind };
    }),
    { credential: { kind: 'none' }, words: 'no token', kind: 'none' },
    { credential: { kind: 'made_up', token: MALFORMED }, words: 'a malformed token', kind: 'other' },
    { credential: { kind: 'made_up', token: UNKNOWN }, words: 'an unknown token', kind: 'other' },
  ];
}

/** A token that has ended is not sent: that it is refused would say nothing of its class. */
async function judgedRefusal(
  run: Run,
  { resource: row, path }: Found,
  { credential, words, kind }: Attempt,
  classes: readonly TokenClass[],
): Promise<void> {
  const isMissing = credential.kind === 'held' && !classes.includes(credential.tokenClass);
  const fault = isMissing ? `there is no ${TOKEN_NAMES[credential.tokenClass]}` : await tokenFault(run, credential);
  if (fault !== undefined) return run.book.cannot(refusedRow(row, kind), fault);
  const answer = await get(run, path, credential, `Check: ${row.title} with ${words}`, row.tokenClass);
  await judgeAnswer(run, refusedRow(row, kind), isRefusal(answer), `${answerWords(answer)} with ${words}`, answer);
}

function isRefusal({ status }: Answer): boolean {
  return status === 401 || status === 403;
}

/** The token of one authorization at the data of another. */
export async function askAcrossAuthorizations(run: Run): Promise<void> {
  const [own, other] = run.authorizations;
  if (own === undefined || other === undefined) {
    return run.book.cannot('TOK.other', 'it takes the access_tokens of two authorizations');
  }
  const credential: Credential = { kind: 'held', tokenClass: 'access', scope: own };
  const fault = await tokenFault(run, credential);
  if (fault !== undefined) return run.book.cannot('TOK.other', fault);
  const rows = [
    resourceNamed('BatchSubscription'),
    resourceNamed('UsagePointList'),
    resourceNamed('BatchRetailCustomer'),
  ];
  for (const row of rows) {
    const answer = await get(
      run,
      resourcePath(row, { auth_uid: other }),
      credential,
      `Check: ${row.title} with the token of another authorization`,
      'access',
    );
    const right = isRefusal(answer) || answer.status === 404;
    await judgeAnswer(run, 'TOK.other', right, `${answerWords(answer)} at ${row.path}`, answer);
  }
}

/** An access_token that was replaced, at the addresses of its authorization but the batch, which is OAD013's. */
export async function askWithReplacedToken(run: Run, authorization: string): Promise<void> {
  const whole = RESOURCES.filter((row) => pathNames(row).join() === 'auth_uid' && row.tokenClass === 'access');
  const paths = new Map(whole.map((row) => [resourcePath(row, { auth_uid: authorization }), row.title]));
  for (const found of run.found.values()) {
    const isOwn = found.resource.tokenClass === 'access' && found.authorization === authorization;
    if (isOwn) paths.set(found.path, found.resource.title);
  }
  paths.delete(resourcePath(resourceNamed('BatchSubscription'), { auth_uid: authorization }));
  for (const [path, title] of paths) {
    const purpose = `Check: ${title} with an access_token that was replaced`;
    const answer = await get(run, path, { kind: 'replaced', scope: authorization }, purpose, 'access');
    await judgeAnswer(run, 'TOK.ended', isRefusal(answer), `${answerWords(answer)} at ${path}`, answer);
  }
}
