/** What a client that talks to this service is held to: rows of the test book (FB_20, FB_23), and of this program's own. */
import type { Row } from '../../common/rows/book.ts';

export const WATCH_BLOCKS: Readonly<Record<string, string>> = {
  FB_20: 'Third party: content (older book)',
  FB_23: 'Third party: authorization and tokens (older book)',
};

function row(block: keyof typeof WATCH_BLOCKS, id: string, requirement: string, expected: string, cure: string): Row {
  return { id, block, requirement, expected, cure };
}

export const WATCH_ROWS: readonly Row[] = [
  row(
    'FB_20',
    'CDPTN001',
    'A feed that is cut or no XML is refused.',
    'it is asked for again',
    'Take a feed only when its root element is closed; ask again otherwise, and keep nothing of it.',
  ),
  row(
    'FB_20',
    'WAIT.retry',
    'Retry-After is waited for.',
    'the next request after 202, 429 or 503 comes when the time is over',
    'Read Retry-After, and send nothing of that kind before.',
  ),
  row(
    'FB_20',
    'PAGE.next',
    'A list is read to its last page.',
    'the address in next is asked for until it is null',
    'Follow next; a list holds up to 1,000 a page.',
  ),
  row(
    'FB_20',
    'QRY.form',
    'Query parameters are well formed.',
    'no answer 400',
    'Times are YYYY-MM-DDTHH:MM:SSZ; see the error in the answer.',
  ),
  row(
    'FB_23',
    'OAT001',
    'A customer is sent back to a redirect endpoint that was registered.',
    'redirect_uri is the registered one, or an address of the loopback interface',
    'Register the address, and send it as it was registered.',
  ),
  row(
    'FB_23',
    'OAT002',
    'Authorization requests are well formed.',
    'response_type code, the own client_id, an absolute redirect_uri without a fragment, a scope with FB=, and a state',
    'Send all five parameters.',
  ),
  row(
    'FB_23',
    'OAT003',
    'Parameters of the answer that are not known are ignored.',
    'the code beside gigo=GarbageInGarbageOut is exchanged',
    'Read code, state and error, and leave the rest alone.',
  ),
  row(
    'FB_23',
    'OAT004',
    'A code is exchanged by a well formed request.',
    'HTTP Basic, code and redirect_uri, no client_id in the form, and the service takes it',
    'Send the credentials in the header only, and the redirect_uri of the authorization request.',
  ),
  row(
    'FB_23',
    'OAT005',
    'The answer to a code is taken.',
    'the access_token of it is used',
    'Read access_token of the JSON, and send it in the Authorization header.',
  ),
  row(
    'FB_23',
    'OAT006',
    'A client_access_token is asked for by a well formed request.',
    'HTTP Basic, a scope, and the service takes it',
    'Send grant_type=client_credentials with the scope that is wanted, such as FB=34_35.',
  ),
  row(
    'FB_23',
    'OAT007',
    'The answer to client credentials is taken.',
    'the client_access_token of it is used',
    'Read access_token of the JSON, and send it in the Authorization header.',
  ),
  row(
    'FB_23',
    'OAT008',
    'A refresh is well formed.',
    'HTTP Basic, refresh_token and the scope that was granted, and the service takes it',
    'Keep the scope of the answer, and send it with the refresh token.',
  ),
  row(
    'FB_23',
    'CODE.once',
    'A code is used once.',
    'no second request with a code that was exchanged',
    'Forget a code with its first use, and exchange it in one place.',
  ),
  row(
    'FB_23',
    'REFRESH.once',
    'A refresh token is used once.',
    'no second request with a refresh token that was exchanged',
    'Keep the new refresh token in the place of the old one before anything else is done; renew in one place.',
  ),
  row(
    'FB_23',
    'TOK.header',
    'Tokens travel in the Authorization header.',
    'no token in a query: that is written into logs',
    'Send Authorization: Bearer.',
  ),
  row(
    'FB_23',
    'TOK.class',
    'Each address is asked with its class of token.',
    'no answer that a token is of the wrong class',
    'Registration token for ApplicationInformation, client token for Authorization and Bulk, access token for data.',
  ),
];
