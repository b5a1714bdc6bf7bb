/** The rows of the test book that a document cannot answer, so that nobody takes their silence for a pass. */

/** `live`: the check of a running service, or the watch on a client, looks at it; `manual`: a person has to; `none`: a draft, obsolete, or a matter of the alliance. */
export type Way = 'live' | 'manual' | 'none';

export interface UncheckedRow {
  /** Some ids are there several times. */
  id: string;
  block: string;
  way: Way;
  /** Its name in the book. */
  what: string;
}

/** In the order of the book: id, function block, way, name. */
const ROWS = `
CERT001 FB_01 manual Verify ApplicationInformation entry contains valid Certification Link
CERT001 FB_01 manual Verify Presence of Certification Link
CERT002 FB_01 manual Verify Authorization feed contains valid Certification Link
CERT003 FB_01 manual Verify Authorization entry contains valid Certification Link
CERT004 FB_01 manual Verify Batch/Subscription feed contains valid Certification Link
CPYRT001 FB_01 none Verify Data Custodian Purchase of Standard
CPYRT001 FB_01 none Verify Data Custodian Purchase of Standard
D144 FB_01 manual Timestamps in UTC
FDFTP001 FB_01 manual Repeatable UUIDs
FDFTP001 FB_01 manual Repeatable UUIDs
FDFTP001 FB_01 manual Repeatable UUIDs
FDFTP008 FB_01 manual Correct timestamps
FDFTP008 FB_01 manual Correct timestamps
FDFTP008 FB_01 manual Correct timestamps
FND001 FB_01 manual Initial test configuration
PROTO001 FB_01 manual Verify implementation of HTTP
GB007 FB_02 manual GB Data - Privacy
FND002 FB_03 live Authorized GET access to ApplicationInformation entry
FND003 FB_03 live Authorized GET access to Authorization feed
FND004 FB_03 live Authorized GET access to Authorization entry
FND005 FB_03 live Authorized GET access to Batch/Subscription feed
FND006 FB_03 live Authorized GET access to ReadServiceStatus
TC001 FB_13 live Use of HTTPS
TC003 FB_13 live Data Custodian implements TLS 1.2
TC004 FB_13 live Negotiate highest level of TLS with browser
TC005 FB_13 live Reject TLS_RSA_WITH_NULL_SHA cipher suite
TC006 FB_13 none Accept TLS_RSA_WITH_AES_128_CBC_SHA cipher suite
TC008 FB_13 live Quality of Certificate
TC009 FB_13 manual Root of trust
TC010 FB_13 live Tokens and IDs have no PII
TC011 FB_13 live Tokens and IDs have at least 48bits
OAD001 FB_14 live Malformed Authorization Code Requests
OAD002 FB_14 live Authorization Code Request (Retail Customer Passes Authentication and DENIES access)
OAD003 FB_14 live Access Token Request Authorization Header and malformed Access Token Authorization Code Request Rejection
OAD004 FB_14 live Invalid Authorization Code Grant Access Token Request (code field-value pair contains a previously used authorization code)
OAD005 FB_14 live Successful Access Token Request
OAD006 FB_14 live Invalid Access Token Requests for ApplicationInformation
OAD007 FB_14 live Invalid Access Token Requests for Authorization entry
OAD008 FB_14 live Invalid Access Token Requests for Authorization feed
OAD009 FB_14 live Invalid Access Token Request (Get RESTful Batch/Subscription request contains registration_access_token)
OAD010 FB_14 live Invalid Access Token Request (Get RESTful ReadServiceStats request contains invalid access_token)
OAD011 FB_14 live Malformed Refresh Token Requests
OAD012 FB_14 live Valid refresh_token request
OAD014 FB_14 live Malformed Client Credentials Grant Access Token Requests
OAD015 FB_14 live Valid JSON structure returned during Data Custodian Client Credentials Grant Access Token Request processing
OAD016 FB_14 live Invalid Access Token Request (Access Token contained in the Authorization Header has expired)
OAD013 FB_14 live Valid refresh_token request invalidates prior access_token
PRT_001 FB_19 none Partial update of data
CDPTN001 FB_20 live Invalid input
CDPTN002 FB_20 manual Incorrect entries
CDPTN003 FB_20 manual Invalid data types
CDPTN004 FB_20 manual Incorrect data units
CDPTN005 FB_20 manual Invalid data ranges
CDPTN006 FB_20 manual Invalid links
CDPTN007 FB_20 manual Correct Date Representations
CDPTN008 FB_20 manual Invalid Date Representations
CDPTP001 FB_20 manual Correct timestamps
CDPTP002 FB_20 manual Missing intervals
CDPTP003 FB_20 manual Default interval length
CDPTP004 FB_20 manual Valid input
CDPTP005 FB_20 manual Correct entries
CDPTP006 FB_20 manual Correct data types
CDPTP007 FB_20 manual Correct data units
CDPTP008 FB_20 manual Correct data ranges
CDPTP009 FB_20 manual Valid links
CDPTP010 FB_20 manual Present required components
CDPTP011 FB_20 manual Unique UUIDs
CPYRT002 FB_20 none Verify Third Party Purchase of Standard
TCT01 FB_22 none Third Party implements TLS 1.1 or higher
TCT02 FB_22 none Third Party negotiates highest level of TLS
TCT03 FB_22 none Third Party negotiates highest level of TLS
TCT04 FB_22 none Quality of Certificate
TCT05 FB_22 none Root of trust
TCT06 FB_22 none Tokens and IDs have no PII
TCT07 FB_22 none Tokens and IDs have at least 48bits
OAT001 FB_23 live Redirect Endpoint Verification
OAT002 FB_23 live Properly Formatted Authorization Code Request
OAT004 FB_23 live Properly Formatted Authorizaiton Code Access Token Request
OAT003 FB_23 live Authorization Code Request (Ignore invalid Authorization Code Response elements)
OAT005 FB_23 live Authorization Code Grant Access Token Request response is successfully processed
OAT006 FB_23 live Properly Formatted Client Credentials Access Token Request
OAT007 FB_23 live Client Credentials Grant Access Token Request response is successfully processed
OAT008 FB_23 live Properly Formatted Refresh Token Request
GB009 FB_30 manual GB File Naming
GB011 FB_30 manual GB Access
GB012 FB_30 manual GB File Naming Convention
GB013 FB_30 manual GB Graphics
GB014 FB_30 manual GB No Re-authentication
GB015 FB_30 manual GB Only Customers data
GB015 FB_30 manual GB Data - Access
GB016 FB_30 manual GB Data - Timeframe
GB017 FB_30 manual GB Date Range Selection
GB018 FB_30 manual GB Warning Missing
GB019 FB_30 manual GB Save As
SFTP001 FB_34 none SFTP for BULK notification
RBK001 FB_35 live REST for BULK notification - authorized GET access
RBK002 FB_35 live REST for BULK notification - GET w/ access_token
RBK003 FB_35 live REST for BULK notification - GET w/ registration_access_token
RBK004 FB_35 live REST for BULK notification - GET w/ no access_token
QRY001 FB_37 live Query Parameters - published-min/max
QRY002 FB_37 live Validate Query Parameters
PSH001 FB_39 live Notification Push/POST to ThirdParty of ApplicationInformation
PSH002 FB_39 live Notification Push/POST to ThirdParty of Authorization
PSH003 FB_39 live Notification Push/POST to ThirdParty of Subscription
PSH004 FB_39 live DataCustodian detection of Notification Push/POST failure
OFA001 FB_40 manual Offline RetailCustomer Authorization
MGA001 FB_41 none Authorized PUT access to Authorization entry
MGA002 FB_41 none Authorized DELETE access to Authorization entry
MGA003 FB_41 none Forbidden PUT, DELETE access to Authorization entry
MGT001 FB_44 none Authorized PUT access to ApplicationInformation entry
MGT002 FB_44 none Authorized DELETE access to ApplicationInformation entry
MGT003 FB_44 none Forbidden PUT, DELETE access to ApplicationInformation API
APP001 FB_99 none ApplicationInformation
BAT001 FB_99 none Subscription
BAT002 FB_99 none Notification
BAT003 FB_99 none Deliver (Push)
BAT004 FB_99 none Receive (Pull)
CONF001 FB_99 none Configure Third Party
FND001a FB_99 none Atom feed - GET
FND002a FB_99 none Atom feed - PUT
FND003a FB_99 none Atom feed - POST
FND004a FB_99 none Atom feed - DELETE
FND005a FB_99 none Atom entry - GET
FND006a FB_99 none Atom entry - PUT
FND007a FB_99 none Atom entry - POST
FND008a FB_99 none Atom entry - DELETE
GB001 FB_99 manual Green Button
GB002 FB_99 manual [? Ensure that quality flags are applied as appropriate?] GB Granular Data
GB003 FB_99 manual GB Total Usage
GB004 FB_99 manual GB Data - Actual and Estimated
GB005 FB_99 manual GB Data - Denote Estimated
GB006 FB_99 manual GB Data - Cost
GB008 FB_99 manual GB Security File
GB010 FB_99 manual GB File Format
GB020 FB_99 manual GB Intervals
GB021 FB_99 manual GB Data - Grouping
INF001 FB_99 none ServiceStatus - DELETE
INF002 FB_99 none ServiceStatus - GET
INF003 FB_99 none ServiceStatus - PUT
INF004 FB_99 none ServiceStatus - POST
ON001 FB_99 none Request / Reply
TC002 FB_99 none Secure REST response header
TC007 FB_99 none Negotiate highest level of cipher suite- covered by test FB_13:TC003
TC013 FB_99 none Negotiate highest level of TLS using resourceServer
TC014 FB_99 none Negotiate highest level of TLS using authorizationServer
`;

export const UNCHECKED: readonly UncheckedRow[] = ROWS.trim()
  .split('\n')
  .map((line) => {
    const [id = '', block = '', way = '', ...what] = line.split(' ');
    return { id, block, way: way as Way, what: what.join(' ') }; // a test holds each to the book
  });

/** Blocks that today's catalogue numbers otherwise: OAuth moved, and the book exchanges 41 and 44. */
const IN_THE_BOOK: Readonly<Record<string, string>> = { FB_31: 'FB_14', FB_41: 'FB_44', FB_44: 'FB_41' };

/** The rows of a block of today's catalogue. */
export function uncheckedOf(block: string): UncheckedRow[] {
  return UNCHECKED.filter((row) => row.block === (IN_THE_BOOK[block] ?? block));
}
