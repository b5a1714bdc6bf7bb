/** The bulk feed, and notifications that name what can be read. */
import { matchResource, type Resource, resourceNamed, resourcePath } from '#shared/resources.ts';
import { rootName } from '../../common/root-name.ts';
import { faultOf, get, judgeAnswer, pathBelow, type Run, read, rightToken } from './context.ts';
import { answerWords, type NotifiedKind, type SimulatedSide } from './door.ts';
import { countOf, entriesOf, hrefsOf, textsOf } from './xml.ts';

/** How long a notification may take that was asked for. */
const NOTIFIED_MS = 10_000;

/** Reads the bulk feed that the registration names. */
export async function readBulk(run: Run): Promise<void> {
  const { book, door } = run;
  const { classes } = await door.held();
  const application = run.found.get('ApplicationInformation');
  const published = textsOf(
    (application && run.answers.get(application.path)?.body) ?? '',
    'dataCustodianBulkRequestURI',
  )[0];
  const uid = (published === undefined ? undefined : matchResource(published)?.values.bulk_uid) ?? door.bulkUid;
  if (uid === undefined) return book.cannot('RBK001', 'no bulk feed is known: the registration names none');
  if (!classes.includes('client')) return book.cannot('RBK001', 'there is no client_access_token');
  const row = resourceNamed('Bulk');
  const values = { bulk_uid: uid };
  const path = resourcePath(row, values);
  run.found.set(row.name, { resource: row, path, values, authorization: undefined });
  await judgeBulk(run, row, path);
}

async function judgeBulk(run: Run, row: Resource, path: string): Promise<void> {
  const answer = await read(run, row, path, undefined);
  const fault = await faultOf(run, row, answer);
  if (fault !== undefined) return judgeAnswer(run, 'RBK001', false, fault, answer, rightToken(row, undefined));
  const entries = entriesOf(answer.body);
  const foreign = new Set(
    entries.flatMap((entry) => {
      const uid = hrefsOf(entry, 'self').map((href) => matchResource(href)?.values.auth_uid)[0];
      // That an authorization has ended is told by its entry; its data must not come any more.
      const allowed = countOf(entry, 'Authorization') > 0 ? run.known : run.active;
      return uid === undefined || allowed.has(uid) ? [] : [uid];
    }),
  );
  if (entries.length > 0 && run.known.size === 0) {
    return run.book.cannot('RBK001', 'which authorizations there are could not be read');
  }
  const right = entries.length > 0 && foreign.size === 0;
  const came =
    foreign.size > 0
      ? `200, with entries of ${foreign.size} authorizations that are not among this third party's`
      : `200, a feed of ${entries.length}`;
  run.book.judge('RBK001', right, came, answer);
}

const NOTIFIED: readonly [id: string, about: NotifiedKind, entity: string][] = [
  ['RBK001', 'bulk', 'entry'],
  ['PSH001', 'application', 'ApplicationInformation'],
  ['PSH002', 'authorization', 'Authorization'],
  ['PSH003', 'subscription', 'UsagePoint'],
];

/** Has notifications sent to this computer and follows what they name; then one that cannot arrive. */
export async function askNotifications(run: Run): Promise<void> {
  const { simulated } = run.door;
  if (!simulated) {
    for (const [id] of NOTIFIED.slice(1)) run.book.cannot(id, NEEDS_SERVICE);
    return run.book.cannot('PSH004', NEEDS_SERVICE);
  }
  const place = await simulated.listen();
  try {
    for (const [id, about, entity] of NOTIFIED) {
      await run.pace();
      await simulated.notify(place.url, about);
      const came = await place.next(NOTIFIED_MS);
      if (came === undefined) run.book.judge(id, false, 'no notification came');
      else await follow(run, id, entity, came.body);
    }
  } finally {
    await place.close();
  }
  await failDelivery(run, simulated, place.url);
}

const NEEDS_SERVICE =
  'a service sends notifications by itself, to the address of its registration; only a simulated one can be told to';

/** The place is closed by now. */
async function failDelivery(run: Run, simulated: SimulatedSide, url: string): Promise<void> {
  const { status } = await simulated.notify(url, 'bulk');
  const noticed = status === null || status >= 400;
  run.book.judge(
    'PSH004',
    noticed,
    noticed ? 'the service recorded that nobody took it' : `the service recorded ${status}`,
  );
}

async function follow(run: Run, id: string, entity: string, body: string): Promise<void> {
  const { book } = run;
  const addresses = textsOf(body, 'resources');
  if (rootName(body) === undefined || addresses.length === 0) {
    return book.judge(id, false, 'a notification that is no XML with a resources element');
  }
  for (const address of addresses) {
    const path = pathBelow(address);
    const row = matchResource(address)?.resource;
    if (!/^https?:|^sftp:/i.test(address) || path === undefined || row === undefined) {
      book.judge(
        id,
        false,
        `a notification that names ${address.replace(/\?.*/, '')}, which is no address of this API`,
      );
      continue;
    }
    const scope = matchResource(address)?.values.auth_uid;
    const token = rightToken(row, scope);
    const answer = await get(run, path, token, `Check: ${row.title} that a notification names`, row.tokenClass);
    const fault = await faultOf(run, row, answer);
    const right = fault === undefined && countOf(answer.body, entity) > 0;
    const what = fault ?? (right ? answerWords(answer) : `200, without ${entity}`);
    await judgeAnswer(run, id, right, `${what} at the address that a notification names`, answer, token);
  }
}
