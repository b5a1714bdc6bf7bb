/** Identity and secrets of a simulated service: all out of the seed but the address of the control API. */
import { randomBytes } from 'node:crypto';
import { hash32, secretText, uuidOf } from './random.ts';
import type { Settings } from './types.ts';

/** The utility that test submissions and the demo use. */
const MAIN_UTILITY = 'DEMO';

export function createSettings(seed: number): Settings {
  const number = (purpose: number, from: number, range: number) => String(from + (hash32(seed, purpose) % range));
  return {
    seed,
    baseUrl: 'http://127.0.0.1:0',
    utility: MAIN_UTILITY,
    testPrefix: 'SERVICE',
    formUid: number(1, 10_000, 89_999),
    templateUid: number(2, 1000, 8999),
    userUid: number(3, 20_000, 79_999),
    userEmail: 'analyst@thirdparty.example',
    apiToken: secretText(seed, 'api token'),
    registrationToken: `reg_${secretText(seed, 'registration token')}`,
    appUid: number(4, 3000, 6999),
    clientId: `client-${uuidOf(`client|${seed}`).slice(0, 13)}`,
    clientSecret: secretText(seed, 'client secret', 40),
    redirectUri: 'http://127.0.0.1:8990/oauth/callback',
    bulkUid: number(5, 100, 899),
    webhookSecret: secretText(seed, 'webhook secret'),
    // Not of the seed: whoever knows it (1, mostly) and the source could guess the address from any web page.
    controlKey: randomBytes(18).toString('base64url'),
    mfaCode: number(6, 100_000, 899_999),
    unpaidMeterUid: '',
  };
}
