/** What ids, links, titles and tokens tell (TC010, TC011), and the addresses of the registration (TC001). */
import { resourceNamed, resourcePath } from '#shared/resources.ts';
import { isLoopback } from '#shared/safe-transport.ts';
import { bitsOf } from '../../common/chance.ts';
import { type Run, read } from './context.ts';
import type { Answer } from './door.ts';
import { addressesOf, entriesOf, hrefsOf, textsOf } from './xml.ts';

/** Elements of customer data whose values are personal. */
const PERSONAL = [
  'accountId',
  'meterNumber',
  'lastName',
  'firstName',
  'organisationName',
  'addressGeneral',
  'email1',
  'localNumber',
  'name',
];
/** Entries that name companies and programmes, no customer. */
const OF_NOBODY = /<(?:[\w.-]+:)?(?:ServiceSupplier|ProgramDateIdMappings)[\s>]/;
/** A town's name says nothing of a person. */
const TOWN = /<((?:[\w.-]+:)?townDetail)[\s>].*?<\/\1\s*>/gs;
/** Shorter texts are found in anything. */
const SHORTEST = 5;
const BITS = 48;

export async function askPrivacy(run: Run): Promise<void> {
  judgeAddresses(run);
  const authorization = run.found.get('BatchSubscription')?.authorization;
  if (authorization === undefined) run.book.cannot('TC010', 'no usage batch could be read');
  else await judgePersonal(run, authorization);
  await judgeBits(run, authorization);
}

function judgeAddresses({ book, answers, found }: Run): void {
  const application = found.get('ApplicationInformation');
  const answer = application && answers.get(application.path);
  if (answer?.status !== 200) {
    book.cannot('TC001', 'the ApplicationInformation could not be read');
    return;
  }
  const addresses = addressesOf(answer.body).filter(({ value }) => !isOnThisComputer(value));
  for (const { name, value } of addresses) {
    book.judge('TC001', /^https:/i.test(value), `${name} is ${value.replace(/\?.*/, '')}`, answer);
  }
  if (addresses.length === 0) book.cannot('TC001', 'all addresses are on this computer');
}

export function isOnThisComputer(address: string): boolean {
  return URL.canParse(address) && isLoopback(new URL(address).hostname);
}

async function judgePersonal(run: Run, authorization: string): Promise<void> {
  const customers = resourceNamed('BatchRetailCustomer');
  const path = resourcePath(customers, { auth_uid: authorization });
  const { status, body } = await read(run, customers, path, authorization);
  if (status !== 200) return run.book.cannot('TC010', 'the customer data could not be read');
  const people = entriesOf(body)
    .filter((entry) => !OF_NOBODY.test(entry))
    .map((entry) => entry.replace(TOWN, ''));
  const values = new Set(
    people
      .flatMap((entry) => PERSONAL.flatMap((name) => textsOf(entry, name)))
      .filter((text) => text.length >= SHORTEST && /\d|\s|@/.test(text)),
  );
  if (values.size === 0)
    return run.book.cannot('TC010', 'there are no customer data to compare with; a person has to look');
  const answer = await readBatch(run, authorization);
  if (answer.status !== 200) return run.book.cannot('TC010', 'no usage batch could be read');
  const told = tellings(answer.body);
  const found = [...values].filter((value) => told.some((text) => text.includes(value)));
  const came =
    found.length === 0
      ? `none of ${values.size} values of the customer data is in an id, link or title`
      : `${found.length} of ${values.size} values of the customer data are in ids, links or titles`;
  run.book.judge('TC010', found.length === 0, came, answer);
}

async function readBatch(run: Run, authorization: string): Promise<Answer> {
  const batch = resourceNamed('BatchSubscription');
  return await read(run, batch, resourcePath(batch, { auth_uid: authorization }), authorization);
}

/** Ids, titles and links of the feed and of all its entries. */
function tellings(body: string): string[] {
  const heads = body.replace(/<((?:[\w.-]+:)?content)(?:\s[^>]*)?(?<!\/)>.*?<\/\1\s*>/gs, '');
  return [...textsOf(heads, 'id'), ...textsOf(heads, 'title'), ...hrefsOf(heads)];
}

async function judgeBits(run: Run, authorization: string | undefined): Promise<void> {
  const { book, door } = run;
  const answer = authorization === undefined ? undefined : await readBatch(run, authorization);
  const ids = entriesOf(answer?.body ?? '')
    .slice(0, 30)
    .flatMap((entry) => textsOf(entry, 'id').slice(0, 1));
  for (const { what, bits } of await door.tokenBits()) {
    // Without ids that tokens are long enough is no pass of the row.
    if (bits < BITS || ids.length > 0) book.judge('TC011', bits >= BITS, `the ${what} has the length of ${bits} bits`);
  }
  if (ids.length === 0) return book.cannot('TC011', 'no ids of a usage batch could be read');
  const short = ids.filter((id) => bitsOf(id.replace(/^urn:uuid:/i, '')) < BITS);
  book.judge('TC011', short.length === 0, `${short.length} of ${ids.length} ids are shorter`, answer);
}
