/** What ids, links and titles tell, where there is nothing to look at. */
import { expect, it } from 'vitest';
import { askPrivacy } from '../../../../electron/conformance/service/privacy.ts';
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
