/** What ids, links, titles and addresses tell. */
import { expect, it } from 'vitest';
import { askPrivacy } from '../../../../electron/conformance/service/privacy.ts';
import { resourceNamed } from '../../../../shared/resources.ts';
import { answered, filed, RESET, runAt } from './run-at.ts';

const CUSTOMER = answered(200, '<feed><entry><content><accountId>4711 0815</accountId></content></entry></feed>');
const isCustomer = (path: string) => path.includes('RetailCustomer');

it('a batch or customer data that could not be read tell nothing', async () => {
  const tokenBits = async () => [];
  const noBatch = runAt({ tokenBits, get: async (path) => (isCustomer(path) ? CUSTOMER : RESET) });
  await askPrivacy(noBatch);
  expect(filed(noBatch, 'TC010')).toEqual({ passed: [], failed: [], cannot: ['no usage batch could be read'] });
  const noCustomer = runAt({
    tokenBits,
    get: async (path) =>
      isCustomer(path) ? answered(503) : answered(200, '<feed><entry><title>a</title></entry></feed>'),
  });
  await askPrivacy(noCustomer);
  expect(filed(noCustomer, 'TC010')).toEqual({
    passed: [],
    failed: [],
    cannot: ['the customer data could not be read'],
  });
});

it.each([
  ['the title of the feed', '<title>Account 4711 0815</title>'],
  ['the id of the feed', '<id>urn:4711 0815</id>'],
  ['a link of the feed', '<link rel="self" href="https://u.example/4711 0815"/>'],
  [
    'an entry behind one without content',
    '<entry><content type="xhtml"/></entry><entry><title>4711 0815</title><content><a/></content></entry>',
  ],
  ['an up link', '<entry><link rel="up" href="https://u.example/4711 0815/UsagePoint"/></entry>'],
])('an account number in %s is personal', async (_, told) => {
  const run = runAt({
    tokenBits: async () => [],
    get: async (path) => (isCustomer(path) ? CUSTOMER : answered(200, `<feed>${told}</feed>`)),
  });
  await askPrivacy(run);
  expect(filed(run, 'TC010').failed).toEqual(['1 of 1 values of the customer data are in ids, links or titles']);
});

it('the names of the utility and of the town in a title tell nothing of a person', async () => {
  const customer = answered(
    200,
    `<feed><entry><content><c:CustomerAccount><accountId>4711 0815</accountId></c:CustomerAccount></content></entry>
     <entry><content><c:ServiceLocation><streetDetail><name>Elm Street</name></streetDetail><c:townDetail><name>San Diego</name></c:townDetail></c:ServiceLocation></content></entry>
     <entry><content><c:ServiceSupplier><Organisation><organisationName>Demo Power and Light</organisationName></Organisation></c:ServiceSupplier></content></entry></feed>`,
  );
  const came = async (title: string) => {
    const run = runAt({
      tokenBits: async () => [],
      get: async (path) => (isCustomer(path) ? customer : answered(200, `<feed><title>${title}</title></feed>`)),
    });
    await askPrivacy(run);
    return filed(run, 'TC010');
  };
  expect((await came('Demo Power and Light, San Diego')).failed).toEqual([]);
  expect((await came('Usage of Elm Street')).failed).toHaveLength(1);
});

it('tokens are no pass where no ids could be read', async () => {
  const tokens = (bits: number) => async () => [{ what: 'access_token', bits }];
  const away = runAt({ tokenBits: tokens(128), get: async () => RESET });
  await askPrivacy(away);
  expect(filed(away, 'TC011')).toEqual({
    passed: [],
    failed: [],
    cannot: ['no ids of a usage batch could be read'],
  });
  const short = runAt({ tokenBits: tokens(20), get: async () => RESET });
  await askPrivacy(short);
  expect(filed(short, 'TC011').failed).toEqual(['the access_token has the length of 20 bits']);
});

it.each(['redirect_uri', 'registration_client_uri', 'authorizationServerTokenEndpoint'])(
  'a %s without https is found',
  async (name) => {
    const resource = resourceNamed('ApplicationInformation');
    const run = runAt({ tokenBits: async () => [], get: async () => RESET });
    run.found.set(resource.name, { resource, path: '/a', values: {}, authorization: undefined });
    run.answers.set('/a', answered(200, `<entry><${name}>http://u.example/x</${name}></entry>`));
    await askPrivacy(run);
    expect(filed(run, 'TC001').failed).toEqual([`${name} is http://u.example/x`]);
  },
);
