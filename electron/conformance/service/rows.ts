/** The rows of the check of a running service: those of the test book, and its like for every other address of the API. */
import { RESOURCES, type Resource, TOKEN_NAMES } from '#shared/resources.ts';
import type { Row } from '../../common/rows/book.ts';

function row(block: number, id: string, requirement: string, expected: string, cure: string): Row {
  return { id, block: `FB_${block}`.replace(/_(\d)$/, '_0$1'), requirement, expected, cure };
}

const VALID = 'valid by the schemas';

/** Rows of the test book, in its order. */
const OF_THE_BOOK: readonly Row[] = [
  row(
    3,
    'FND002',
    'The ApplicationInformation can be read with the registration_access_token.',
    `200, one entry, ${VALID}: status 1 to 4, client_secret_basic, known grant types, response type code`,
    'Answer the registration of this third party with all that its schema and the book ask for.',
  ),
  row(
    3,
    'FND003',
    'The list of authorizations can be read with the client_access_token.',
    `200, a feed of Authorization entries, ${VALID}`,
    'Answer a feed of the authorizations that this third party has.',
  ),
  row(
    3,
    'FND004',
    'One authorization can be read with the client_access_token.',
    `200, one entry, ${VALID}: expires_at, scope, token_type, resourceURI and authorizationURI filled, status 0, 1 or 2`,
    'Fill these elements of the Authorization.',
  ),
  row(
    3,
    'FND005',
    'The usage batch of an authorization can be read with its access_token.',
    `200, a feed with a UsagePoint or more, ${VALID}, and the function blocks of its scope pass`,
    'See which data-element tests fail: meterscope check FILE, with the saved answer, shows where.',
  ),
  row(
    3,
    'FND006',
    'The status of the service can be read with the client_access_token.',
    `200, a ServiceStatus, ${VALID}, whose currentStatus is 1`,
    'Answer a ServiceStatus with currentStatus 1 while the service works.',
  ),
  row(
    13,
    'TC001',
    'Every address in the ApplicationInformation is https.',
    'https in each address that leaves this computer',
    'Publish https addresses only.',
  ),
  row(
    13,
    'TC003',
    'Authorization and resource server speak TLS 1.2.',
    'a handshake that offers 1.2 succeeds',
    'Switch TLS 1.2 on.',
  ),
  row(
    13,
    'TC004',
    'The highest version of TLS that both sides have is taken (the book asks for 1.0 and 1.1, too, which are obsolete).',
    'TLS 1.3 is taken where it is offered and the server has it, else 1.2; never less',
    'Prefer the newest version of TLS.',
  ),
  row(
    13,
    'TC005',
    'A cipher suite without encryption (NULL-SHA) is refused.',
    'a handshake that offers it alone fails',
    'Switch suites without encryption off.',
  ),
  row(
    13,
    'TC006',
    'The suite AES128-SHA is taken (obsolete: no modern server has to).',
    'nothing: it is only told',
    'None.',
  ),
  row(
    13,
    'TC008',
    'The certificates hold an RSA key of 2048 bits or more and are valid today.',
    'RSA, 2048 bits or more, not expired',
    'Renew the certificate.',
  ),
  row(
    13,
    'TC009',
    'The certificates chain to an audited authority.',
    'a chain to a root that this computer trusts; whether it was audited by WebTrust or ETSI, a person has to look up',
    'Use a certificate of a public authority, and send its whole chain.',
  ),
  row(
    13,
    'TC010',
    'Ids, links and titles tell nothing personal.',
    'no name, account, address or meter number of the customer data in an id, link or title of the usage batch',
    'Make ids of random or hashed values, and keep titles general.',
  ),
  row(
    13,
    'TC011',
    'Tokens and ids carry 48 bits or more.',
    'each token and each atom:id long enough for 48 bits of chance',
    'Make tokens and ids longer, from a random source.',
  ),
  row(
    14,
    'OAD001',
    'Malformed authorization requests are refused.',
    'response_type or scope wrong: 302 with error; client_id wrong: 401; redirect_uri wrong: 400 or 403',
    'Look at each parameter before a customer is asked, and never redirect to an unknown address.',
  ),
  row(
    14,
    'OAD002',
    'A customer who declines is told to the third party.',
    '302 to the redirect_uri with error=access_denied and the state',
    'Redirect with error=access_denied.',
  ),
  row(
    14,
    'OAD003',
    'Malformed token requests are refused.',
    'no or wrong HTTP Basic: 401; any other fault: 400',
    'Look at each parameter, and at the client first.',
  ),
  row(
    14,
    'OAD004',
    'A code works once.',
    '400 for a code that was exchanged before',
    'Delete a code with its first use.',
  ),
  row(
    14,
    'OAD005',
    'A code is exchanged for an access_token.',
    '200 with access_token, token_type, expires_in, refresh_token, scope, resourceURI and authorizationURI',
    'Put all seven into the answer.',
  ),
  ...[
    ['OAD006', 'ApplicationInformation'],
    ['OAD007', 'Authorization'],
    ['OAD008', 'AuthorizationList'],
    ['OAD009', 'BatchSubscription'],
    ['OAD010', 'ReadServiceStatus'],
  ].map(([id = '', name]) => wrongTokenRow(14, id, RESOURCES.find((one) => one.name === name) ?? RESOURCES[0])),
  row(
    14,
    'OAD011',
    'Malformed refresh requests are refused.',
    'no grant_type, no refresh_token, or another scope than was granted: 400 each, and the refresh token stays good',
    'Look at each parameter before the refresh token is used up.',
  ),
  row(
    14,
    'OAD012',
    'A refresh token is exchanged for a new pair.',
    '200 with access_token, token_type, expires_in, refresh_token, scope, resourceURI and authorizationURI',
    'Put all seven into the answer.',
  ),
  row(
    14,
    'OAD013',
    'A refresh ends the access_token before it.',
    '401 for the access_token that was replaced',
    'Delete the old access_token with the refresh.',
  ),
  row(
    14,
    'OAD014',
    'Malformed client credentials requests are refused.',
    'no grant_type, or an unknown scope: 400 each; client_credentials among the registered grant types',
    'Look at each parameter.',
  ),
  row(
    14,
    'OAD015',
    'client_credentials gives a client_access_token.',
    '200 with access_token, token_type, expires_in, scope, resourceURI and authorizationURI, without refresh_token',
    'Put these six into the answer and no refresh_token (RFC 6749, 4.4.3).',
  ),
  row(
    14,
    'OAD016',
    'An access_token that has ended opens nothing.',
    '401 for an access_token whose time is over or whose authorization was revoked',
    'Look at the life of the token and of its authorization with each request.',
  ),
  row(
    35,
    'RBK001',
    'A notified bulk feed can be read with the client_access_token.',
    `200, a feed of one entry or more, ${VALID}, each of an authorization of this third party`,
    'Put only what customers have authorized into the bulk feed.',
  ),
  row(35, 'RBK002', 'A bulk feed is closed to an access_token.', '401 or 403', 'Look at the class of the token.'),
  row(
    35,
    'RBK003',
    'A bulk feed is closed to a registration_access_token.',
    '401 or 403',
    'Look at the class of the token.',
  ),
  row(35, 'RBK004', 'A bulk feed is closed without a token.', '401 or 403', 'Ask for a token.'),
  row(
    37,
    'QRY001',
    'published-min and published-max narrow the batch.',
    `200, ${VALID}, with fewer interval blocks than without`,
    'Filter by these parameters.',
  ),
  row(
    37,
    'QRY002',
    'Parameters that cannot be read are refused.',
    '400 for letters or an impossible date in published-*, updated-*, and for letters in max-results, start-index, depth',
    'Read each parameter, and answer 400 where that fails.',
  ),
  row(
    39,
    'PSH001',
    'A notification names an ApplicationInformation that can be read.',
    ...notified('ApplicationInformation'),
  ),
  row(39, 'PSH002', 'A notification names an Authorization that can be read.', ...notified('Authorization')),
  row(39, 'PSH003', 'A notification names a batch that can be read.', ...notified('UsagePoint')),
  row(
    39,
    'PSH004',
    'A notification that cannot be delivered is noticed.',
    'the service records that delivery failed',
    'Look at the answer to a notification, and keep what came.',
  ),
];

function notified(entity: string): [expected: string, cure: string] {
  return [
    `XML with an https or sftp address (http on this computer); it answers 200 and XML with ${entity}, ${VALID}`,
    'Name addresses that the token of their class opens.',
  ];
}

/** Rows of this program's own. */
const OWN: readonly Row[] = [
  row(
    31,
    'TOK.ended',
    'An access_token that a refresh has replaced opens no address.',
    '401 or 403 at every address of the authorization',
    'Delete the old access_token with the refresh.',
  ),
  row(
    31,
    'TOK.other',
    'The access_token of one authorization opens nothing of another.',
    '401, 403 or 404',
    'Compare the authorization of the token with the one in the path.',
  ),
  row(
    37,
    'QRY.updated',
    'updated-max narrows the batch.',
    'no interval block for an updated-max before all of them',
    'Filter by this parameter.',
  ),
];

/** The test of the book that reads a resource with the right token. */
const READ_BY: Readonly<Record<string, string>> = {
  ApplicationInformation: 'FND002',
  AuthorizationList: 'FND003',
  Authorization: 'FND004',
  BatchSubscription: 'FND005',
  ReadServiceStatus: 'FND006',
  Bulk: 'RBK001',
};

const REFUSED_BY: Readonly<Record<string, string>> = {
  ApplicationInformation: 'OAD006',
  Authorization: 'OAD007',
  AuthorizationList: 'OAD008',
  BatchSubscription: 'OAD009',
  ReadServiceStatus: 'OAD010',
};

/** The row that a resource belongs to when it is read with the right token. */
export function readRow({ name }: Resource): string {
  return READ_BY[name] ?? `RES.${name}`;
}

/** The row that a resource belongs to when it is asked with a wrong token. */
export function refusedRow({ name }: Resource, with_: 'access' | 'registration' | 'none' | 'other'): string {
  if (name !== 'Bulk') return REFUSED_BY[name] ?? `TOK.${name}`;
  return { access: 'RBK002', registration: 'RBK003', none: 'RBK004', other: 'TOK.Bulk' }[with_];
}

function wrongTokenRow(block: number, id: string, resource: Resource): Row {
  const any = resource.answers === 'status';
  return row(
    block,
    id,
    `${resource.path} is closed to every token but the ${any ? 'tokens of the service' : TOKEN_NAMES[resource.tokenClass]}.`,
    any
      ? '401 or 403 for no token, a malformed and an unknown one'
      : '401 or 403 for each other class, no token, a malformed and an unknown one',
    'Look at the token and its class before anything is answered.',
  );
}

function readingRow(resource: Resource): Row {
  const { answers, entity } = resource;
  const what =
    answers === 'file'
      ? 'a file'
      : answers === 'entry'
        ? `one entry with ${entity}, ${VALID}`
        : `a feed${entity === undefined ? '' : ` of ${entity} entries`}, ${VALID}`;
  return row(
    3,
    `RES.${resource.name}`,
    `${resource.path} can be read with the ${TOKEN_NAMES[resource.tokenClass]}.`,
    `200, ${what}`,
    'Answer as the table of resources says.',
  );
}

const ofResources = RESOURCES.flatMap((resource) => [
  ...(resource.name in READ_BY ? [] : [readingRow(resource)]),
  ...(resource.name in REFUSED_BY ? [] : [wrongTokenRow(31, `TOK.${resource.name}`, resource)]),
]);

/** All rows, by block and then in their order. */
export const SERVICE_ROWS: readonly Row[] = [...OF_THE_BOOK, ...ofResources, ...OWN]
  .map((one, at) => ({ one, at }))
  .toSorted((a, b) => a.one.block.localeCompare(b.one.block) || a.at - b.at)
  .map(({ one }) => one);
