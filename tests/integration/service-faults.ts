/** Faults that a service may have, and the rows of its check that must find them. */
import type { Answered, Asked, Fault, Known } from './falsifying-proxy.ts';

export interface NamedFault extends Fault {
  name: string;
  /** Ids of the rows that fail, and no others. */
  rows: string[];
}

const RESOURCE = '/DataCustodian/espi/1_1/resource';

/** Whether a request is for a path of the API: `*` is one segment, `**` any number. */
function isFor({ path }: Asked, pattern: string): boolean {
  return new RegExp(`^${RESOURCE}${pattern.replaceAll(/\*+/g, (stars) => (stars === '*' ? '[^/]+' : '.+'))}$`).test(
    path,
  );
}

/** Spoils the right answers of a path. */
function spoiled(pattern: string, spoil: (body: string, known: Known) => string): Fault {
  return {
    answer: (asked, answer, known) => {
      if (isFor(asked, pattern) && answer.status === 200) answer.body = spoil(answer.body, known);
    },
  };
}

function status(pattern: string, code: number): Fault {
  return {
    answer: (asked, answer) => {
      if (isFor(asked, pattern) && answer.status === 200) Object.assign(answer, { status: code, body: '' });
    },
  };
}

/** Lets a wrong token in: it is replaced by the right one on the way. */
function letsIn(pattern: string, wrong: Asked['tokenClass'], right: 'registration' | 'client' | 'access'): Fault {
  return {
    ask: (asked, known) => {
      if (!isFor(asked, pattern) || asked.tokenClass !== wrong) return;
      const uid = /(?:Subscription|RetailCustomer)\/(\d+)/.exec(asked.path)?.[1] ?? known.first;
      const token = right === 'access' ? known.access.get(uid) : known[right];
      asked.headers.authorization = `Bearer ${token}`;
    },
  };
}

/** Changes what is posted to the token endpoint. */
function tokenAsk(when: (asked: Asked) => boolean, change: (asked: Asked) => void): Fault {
  return {
    ask: (asked) => {
      if (asked.path.endsWith('/oauth/token') && when(asked)) change(asked);
    },
  };
}

function tokenAnswer(when: (asked: Asked, answer: Answered) => boolean, change: (answer: Answered) => void): Fault {
  return {
    answer: (asked, answer) => {
      if (asked.path.endsWith('/oauth/token') && when(asked, answer)) change(answer);
    },
  };
}

function authorizeAnswer(when: (asked: Asked, answer: Answered) => boolean, change: (answer: Answered) => void): Fault {
  return {
    answer: (asked, answer) => {
      if (asked.path.endsWith('/oauth/authorize') && when(asked, answer)) change(answer);
    },
  };
}

/** Drops a parameter of the batch. */
function ignores(when: (name: string, value: string) => boolean): Fault {
  return {
    ask: (asked) => {
      if (!isFor(asked, '/Batch/Subscription/*')) return;
      for (const [name, value] of [...asked.query]) if (when(name, value)) asked.query.delete(name);
    },
  };
}

/** Has notifications name something else. */
function notifies(about: string, instead: string): Fault {
  return {
    ask: (asked) => {
      if (asked.path.endsWith('/notification')) asked.body = asked.body.replace(`"${about}"`, `"${instead}"`);
    },
  };
}

const without = (name: string) => (answer: Answered) => {
  const { [name]: _gone, ...rest } = JSON.parse(answer.body) as Record<string, unknown>;
  answer.body = JSON.stringify(rest);
};
const grant = (type: string) => (asked: Asked) => asked.form.get('grant_type') === type;
const accepted = { status: 200, headers: { 'content-type': 'application/json' }, body: '{}' };
const APPLICATION = '/ApplicationInformation/*';
const BATCH = '/Batch/Subscription/*';
const isLetters = (value: string) => value === 'letters';

export const FAULTS: readonly NamedFault[] = [
  { name: 'the registration is down', rows: ['FND002', 'PSH001'], ...status(APPLICATION, 500) },
  {
    name: 'the registration has a grant type of its own',
    rows: ['FND002', 'PSH001'],
    ...spoiled(APPLICATION, (body) => body.replace('>refresh_token<', '>password<')),
  },
  {
    name: 'the registration has a status that does not exist',
    rows: ['FND002'],
    ...spoiled(APPLICATION, (body) => body.replace('ApplicationStatus>2<', 'ApplicationStatus>9<')),
  },
  {
    name: 'the registration has an unknown element',
    rows: ['FND002', 'PSH001'],
    ...spoiled(APPLICATION, (body) => body.replace('<contacts>', '<colour>blue</colour><contacts>')),
  },
  {
    name: 'the list of authorizations is a page',
    rows: ['FND003'],
    ...spoiled('/Authorization', () => '<html><body>Authorizations</body></html>'),
  },
  {
    name: 'an authorization does not say when it ends',
    rows: ['FND004', 'PSH002'],
    ...spoiled('/Authorization/*', (body) =>
      body.replace(/<expires_at>\d+<\/expires_at>/, '<expires_at></expires_at>'),
    ),
  },
  {
    name: 'an authorization has no status that is known',
    rows: ['FND004'],
    ...spoiled('/Authorization/*', (body) => body.replace(/<status>\d<\/status>/, '<status>7</status>')),
  },
  {
    name: 'the batch holds no usage point',
    rows: ['FND005', 'PSH003'],
    ...spoiled(BATCH, (body) => body.replaceAll(/<entry>(?:(?!<\/entry>).)*<UsagePoint .*?<\/entry>/gs, '')),
  },
  {
    name: 'the batch is not valid',
    rows: ['FND005', 'PSH003'],
    answer: (asked, answer) => {
      if (isFor(asked, BATCH) && asked.query.size === 0)
        answer.body = answer.body.replace('<uom>', '<unit>5</unit><uom>');
    },
  },
  {
    name: 'interval blocks of the batch have no self link',
    rows: ['FND005'],
    answer: (asked, answer) => {
      if (!isFor(asked, BATCH) || asked.query.size > 0) return;
      answer.body = answer.body.replaceAll(/<link rel="self"[^>]*espi-entry\/IntervalBlock"\/>/g, '');
    },
  },
  {
    name: 'the service says that it is away',
    rows: ['FND006'],
    ...spoiled('/ReadServiceStatus', (body) => body.replace('>1<', '>0<')),
  },
  { name: 'the status is not found', rows: ['FND006'], ...status('/ReadServiceStatus', 404) },
  {
    name: 'the list of usage points holds something else',
    rows: ['RES.UsagePointList'],
    ...spoiled('/Subscription/*/UsagePoint', (body) => body.replaceAll(/(<\/?)UsagePoint\b/g, '$1UsageSpot')),
  },
  {
    name: 'a meter reading is not found',
    rows: ['RES.MeterReading'],
    ...status('/Subscription/*/UsagePoint/*/MeterReading/*', 404),
  },
  {
    name: 'a reading type is a feed',
    rows: ['RES.ReadingType'],
    ...spoiled('/ReadingType/*', (body) => body.replaceAll(/(<\/?)entry\b/g, '$1feed')),
  },
  { name: 'a bill has no bytes', rows: ['RES.NonEspi'], ...spoiled('/Non-ESPI/**', () => '') },
  { name: 'an end device cannot be read', rows: ['RES.EndDevice'], ...status('/RetailCustomer/**/EndDevice/*', 500) },
  {
    name: 'the customer batch is cut',
    rows: ['RES.BatchRetailCustomer'],
    ...spoiled('/Batch/RetailCustomer/*', (body) => body.slice(0, -200)),
  },
  {
    name: 'an address of the registration is http',
    rows: ['TC001'],
    ...spoiled(APPLICATION, (body) => body.replace('https://thirdparty.example', 'http://thirdparty.example')),
  },
  {
    name: 'titles hold the account number',
    rows: ['TC010'],
    answer: async (asked, answer, known, again) => {
      if (!isFor(asked, BATCH) || answer.status !== 200) return;
      const uid = asked.path.split('/').at(-1) ?? '';
      const headers = { authorization: `Bearer ${known.access.get(uid)}` };
      const path = `${RESOURCE}/Batch/RetailCustomer/${uid}`;
      const { body } = await again({ ...asked, path, query: new URLSearchParams(), headers });
      const account = /<accountId>([^<]+)</.exec(body)?.[1] ?? '';
      answer.body = answer.body.replace('<title>UsagePoint', `<title>Account ${account} UsagePoint`);
    },
  },
  {
    name: 'ids are short numbers',
    rows: ['TC011'],
    ...spoiled(BATCH, (body) => {
      let number = 0;
      return body.replaceAll(/<id>urn:uuid:[^<]+<\/id>/g, () => {
        number += 1;
        return `<id>urn:uuid:${number}</id>`;
      });
    }),
  },
  {
    name: 'an authorization request without response_type shows the page',
    rows: ['OAD001'],
    ...authorizeAnswer(
      ({ method, query }) => method === 'GET' && !query.has('response_type'),
      (answer) => Object.assign(answer, { status: 200, body: '<html></html>' }),
    ),
  },
  {
    name: 'an unknown client is sent back to its redirect_uri',
    rows: ['OAD001'],
    ...authorizeAnswer(
      ({ query }) => query.get('client_id') === 'client-of-nobody',
      (answer) =>
        Object.assign(answer, {
          status: 302,
          headers: { location: 'http://127.0.0.1:8990/oauth/callback?error=invalid_client' },
        }),
    ),
  },
  {
    name: 'any redirect_uri is redirected to',
    rows: ['OAD001'],
    ...authorizeAnswer(
      ({ query }) => query.get('redirect_uri')?.includes('stranger') === true,
      (answer) =>
        Object.assign(answer, { status: 302, headers: { location: 'https://stranger.example/callback?code=1' } }),
    ),
  },
  {
    name: 'a malformed scope is redirected without error',
    rows: ['OAD001'],
    ...authorizeAnswer(
      ({ query }) => query.get('scope')?.startsWith('no-scope') === true,
      (answer) => {
        answer.headers.location = 'http://127.0.0.1:8990/oauth/callback?code=1';
      },
    ),
  },
  {
    name: 'that a customer declined is told as another error',
    rows: ['OAD002'],
    ...authorizeAnswer(
      ({ form }) => form.get('decision') === 'deny',
      (answer) => {
        answer.headers.location = answer.headers.location?.replace('access_denied', 'server_error') ?? '';
      },
    ),
  },
  {
    name: 'the state is lost when a customer declines',
    rows: ['OAD002'],
    ...authorizeAnswer(
      ({ form }) => form.get('decision') === 'deny',
      (answer) => {
        answer.headers.location = answer.headers.location?.replace(/&state=[^&]*/, '') ?? '';
      },
    ),
  },
  {
    name: 'a token request without HTTP Basic is 400',
    rows: ['OAD003'],
    ...tokenAnswer(
      ({ headers }) => headers.authorization === undefined,
      (answer) => {
        answer.status = 400;
      },
    ),
  },
  {
    name: 'an unknown grant_type is a failure of the server',
    rows: ['OAD003'],
    ...tokenAnswer(grant('nonsense'), (answer) => {
      answer.status = 500;
    }),
  },
  {
    name: 'an unknown code is 401',
    rows: ['OAD003'],
    ...tokenAnswer(
      ({ form }, { status: code }) => form.has('code') && form.get('code')?.startsWith('bm8t') === true && code === 400,
      (answer) => {
        answer.status = 401;
      },
    ),
  },
  {
    name: 'client_id beside HTTP Basic is not looked at',
    rows: ['OAD003'],
    ...tokenAsk(
      ({ form, headers }) => form.has('client_id') && headers.authorization !== undefined,
      ({ form }) => form.delete('client_id'),
    ),
  },
  {
    name: 'another redirect_uri is not looked at',
    rows: ['OAD003'],
    ...tokenAsk(
      ({ form }) => form.get('redirect_uri')?.endsWith('/elsewhere') === true,
      ({ form }) => form.set('redirect_uri', form.get('redirect_uri')?.replace('/elsewhere', '') ?? ''),
    ),
  },
  {
    name: 'a code works twice',
    rows: ['OAD004'],
    answer: (() => {
      const done = new Set<string>();
      return (asked: Asked, answer: Answered) => {
        const code = asked.form.get('code');
        if (code === null || !asked.path.endsWith('/oauth/token')) return;
        if (done.has(code)) Object.assign(answer, accepted);
        else if (answer.status === 200) done.add(code);
      };
    })(),
  },
  {
    name: 'the answer to a code has no resourceURI',
    rows: ['OAD005'],
    ...tokenAnswer(
      (asked, { status: code }) => grant('authorization_code')(asked) && code === 200,
      without('resourceURI'),
    ),
  },
  {
    name: 'the registration opens to a client token',
    rows: ['OAD006'],
    ...letsIn(APPLICATION, 'client', 'registration'),
  },
  {
    name: 'an authorization opens to a registration token',
    rows: ['OAD007'],
    ...letsIn('/Authorization/*', 'registration', 'client'),
  },
  {
    name: 'the authorizations open to nobody in particular',
    rows: ['OAD008'],
    ...letsIn('/Authorization', 'none', 'client'),
  },
  { name: 'a batch opens to a client token', rows: ['OAD009'], ...letsIn(BATCH, 'client', 'access') },
  { name: 'the status opens to any text', rows: ['OAD010'], ...letsIn('/ReadServiceStatus', 'other', 'client') },
  {
    name: 'a refresh without grant_type is 401',
    rows: ['OAD011'],
    ...tokenAnswer(
      ({ form }) => form.has('refresh_token') && !form.has('grant_type'),
      (answer) => {
        answer.status = 401;
      },
    ),
  },
  {
    name: 'a refresh may ask for more than was granted',
    rows: ['OAD011'],
    ...tokenAsk(
      (asked) => grant('refresh_token')(asked) && asked.form.get('scope')?.includes('_52_') === true,
      ({ form }) => form.delete('scope'),
    ),
  },
  {
    name: 'the answer to a refresh does not say how long the token lives',
    rows: ['OAD012'],
    ...tokenAnswer((asked, { status: code }) => grant('refresh_token')(asked) && code === 200, without('expires_in')),
  },
  {
    name: 'a refresh leaves the batch open to the old token',
    rows: ['OAD013'],
    ...oldTokenOpens(BATCH),
  },
  {
    name: 'a refresh leaves the usage points open to the old token',
    rows: ['TOK.ended'],
    ...oldTokenOpens('/Subscription/*/UsagePoint'),
  },
  {
    name: 'client credentials without grant_type are a failure of the server',
    rows: ['OAD014'],
    ...tokenAnswer(
      ({ form }) => !form.has('grant_type') && form.get('scope') === 'FB=34_35',
      (answer) => {
        answer.status = 500;
      },
    ),
  },
  {
    name: 'client credentials take any scope',
    rows: ['OAD014'],
    ...tokenAsk(
      (asked) => grant('client_credentials')(asked) && asked.form.get('scope')?.startsWith('no-scope') === true,
      ({ form }) => form.delete('scope'),
    ),
  },
  {
    name: 'client credentials give a refresh token',
    rows: ['OAD015'],
    ...tokenAnswer(
      (asked, { status: code }) => grant('client_credentials')(asked) && code === 200,
      (answer) => {
        answer.body = answer.body.replace('{', '{"refresh_token":"rt_of_a_client_that_needs_none",');
      },
    ),
  },
  {
    name: 'an authorization that was revoked stays open',
    rows: ['OAD016'],
    answer: (() => {
      const kept = new Map<string, Answered>();
      const revoked = new Set<string>();
      return (asked: Asked, answer: Answered) => {
        const uid = /authorizations\/(\d+)\/revoke$/.exec(asked.path)?.[1];
        if (uid !== undefined) revoked.add(uid);
        if (!isFor(asked, BATCH) || asked.query.size > 0) return;
        if (answer.status === 200) kept.set(asked.path, { ...answer });
        else if (revoked.has(asked.path.split('/').at(-1) ?? '')) Object.assign(answer, kept.get(asked.path));
      };
    })(),
  },
  {
    name: 'the token of one authorization opens another',
    rows: ['TOK.other'],
    ask: (asked, known) => {
      const uid = /(?:Subscription|RetailCustomer)\/(\d+)/.exec(asked.path)?.[1];
      if (asked.token !== known.access.get(known.first) || uid !== known.second) return;
      asked.headers.authorization = `Bearer ${known.access.get(known.second)}`;
    },
  },
  {
    name: 'the usage points open to a registration token',
    rows: ['TOK.UsagePointList'],
    ...letsIn('/Subscription/*/UsagePoint', 'registration', 'access'),
  },
  {
    name: 'a meter opens to any text',
    rows: ['TOK.Meter'],
    ...letsIn('/RetailCustomer/**/Meter/*', 'other', 'access'),
  },
  {
    name: 'customers are hidden from nobody by 404 instead of 401',
    rows: ['TOK.Customer'],
    answer: (asked, answer) => {
      if (isFor(asked, '/RetailCustomer/*/Customer/*') && asked.tokenClass === 'none') answer.status = 404;
    },
  },
  {
    name: 'an interval block opens to the token of the JSON API',
    rows: ['TOK.IntervalBlock'],
    ...letsIn('/Subscription/**/IntervalBlock/*', 'api', 'access'),
  },
  {
    name: 'the bulk feed holds what nobody authorized',
    rows: ['RBK001'],
    ...spoiled('/Bulk/*', (body, { first }) => body.replaceAll(`/Subscription/${first}/`, '/Subscription/999999/')),
  },
  {
    name: 'the bulk feed is empty',
    rows: ['RBK001'],
    ...spoiled('/Bulk/*', (body) => body.replaceAll(/<entry>.*?<\/entry>/gs, '')),
  },
  { name: 'the bulk feed opens to an access token', rows: ['RBK002'], ...letsIn('/Bulk/*', 'access', 'client') },
  {
    name: 'the bulk feed opens to a registration token',
    rows: ['RBK003'],
    ...letsIn('/Bulk/*', 'registration', 'client'),
  },
  { name: 'the bulk feed opens without a token', rows: ['RBK004'], ...letsIn('/Bulk/*', 'none', 'client') },
  {
    name: 'published-min is ignored',
    rows: ['QRY001'],
    ...ignores((name, value) => name === 'published-min' && !isLetters(value) && !value.includes('T25')),
  },
  {
    name: 'published-max is ignored',
    rows: ['QRY001'],
    ...ignores((name, value) => name === 'published-max' && !isLetters(value) && !value.includes('T25')),
  },
  {
    name: 'letters in max-results are ignored',
    rows: ['QRY002'],
    ...ignores((name) => name === 'max-results'),
  },
  {
    name: 'a day that does not exist is ignored',
    rows: ['QRY002'],
    ...ignores((name, value) => name === 'updated-min' && value.includes('T25')),
  },
  {
    name: 'updated-max is ignored',
    rows: ['QRY.updated'],
    ...ignores((name, value) => name === 'updated-max' && value.startsWith('1990')),
  },
  {
    name: 'a notification of the registration names the bulk feed',
    rows: ['PSH001'],
    ...notifies('application', 'bulk'),
  },
  {
    name: 'a notification of an authorization names a batch',
    rows: ['PSH002'],
    ...notifies('authorization', 'subscription'),
  },
  {
    name: 'a notification of a batch names an authorization',
    rows: ['PSH003'],
    ...notifies('subscription', 'authorization'),
  },
  {
    name: 'a notification that nobody takes is not noticed',
    rows: ['PSH004'],
    answer: (asked, answer) => {
      if (asked.path.endsWith('/notification')) answer.body = answer.body.replace('"status":null', '"status":200');
    },
  },
];

/** The token that a refresh has replaced still opens a path. */
function oldTokenOpens(pattern: string): Fault {
  return {
    ask: (asked, known) => {
      const uid = /(?:Subscription|RetailCustomer)\/(\d+)/.exec(asked.path)?.[1] ?? '';
      const newest = known.access.get(uid);
      const isOld = asked.tokenClass === 'access' && newest !== undefined && asked.token !== newest;
      const isOwn = ![...known.access.values()].includes(asked.token);
      if (isFor(asked, pattern) && isOld && isOwn) asked.headers.authorization = `Bearer ${newest}`;
    },
  };
}
