/** TLS of the authorization server and of the resource server. */

import type { Handshake } from '../../common/handshake.ts';
import type { Run } from './context.ts';
import { isOnThisComputer } from './privacy.ts';

const ROWS = ['TC003', 'TC004', 'TC005', 'TC006', 'TC008', 'TC009'];
/** The newest that both sides may have. */
const RSA_BITS = 2048;

export async function askTls(run: Run): Promise<void> {
  const { door, book } = run;
  book.cannot('TC006', 'obsolete: the suite has no forward secrecy, and no modern server has to take it');
  const origins = new Set([door.address, door.oauth?.authorization ?? door.address].map((one) => new URL(one).origin));
  for (const origin of origins) {
    if (origin.startsWith('https:')) await askOrigin(run, origin);
    else
      for (const id of ROWS)
        book.cannot(id, `${origin} is ${isOnThisComputer(origin) ? 'on this computer, ' : ''}without TLS`);
  }
}

async function askOrigin(run: Run, origin: string): Promise<void> {
  const offer = async (what: Parameters<Run['door']['handshake']>[1]) => {
    await run.pace();
    return await run.door.handshake(origin, what);
  };
  const only12 = await offer({ minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' });
  const only13 = await offer({ minVersion: 'TLSv1.3', maxVersion: 'TLSv1.3' });
  const all = await offer({});
  file(run, 'TC003', only12, only12.kind === 'agreed', `TLS 1.2 at ${origin}`);
  fileBest(run, all, only13, `all versions at ${origin}`);
  const open = await offer({ maxVersion: 'TLSv1.2', ciphers: 'NULL-SHA:@SECLEVEL=0' });
  file(run, 'TC005', open, open.kind === 'refused', `NULL-SHA at ${origin}`);
  if (all.kind !== 'agreed') {
    const why = `${origin}: no handshake with all versions succeeded, so no certificate was seen (${all.why})`;
    for (const id of ['TC008', 'TC009']) run.book.cannot(id, why);
    return;
  }
  const { key, validTo, untrusted } = all;
  const isGood = key.kind === 'RSA' && (key.bits ?? 0) >= RSA_BITS && validTo > Date.now();
  const until = new Date(validTo).toISOString().slice(0, 10);
  run.book.judge(
    'TC008',
    isGood,
    `${origin} has ${key.kind}${key.bits === undefined ? '' : ` of ${key.bits} bits`}, valid until ${until}`,
  );
  if (untrusted !== undefined) return run.book.judge('TC009', false, `${origin}: ${untrusted}`);
  const audited = 'whether its root was audited, a person has to look up';
  run.book.cannot('TC009', `${origin}: trusted by this computer; ${audited}`);
}

/** TC004. That TLS 1.2 is the best of the server is known only where it refused 1.3: a handshake that was lost tells nothing. */
function fileBest(run: Run, all: Handshake, only13: Handshake, offered: string): void {
  const is12 = all.kind === 'agreed' && all.protocol === 'TLSv1.2';
  if (is12 && only13.kind === 'cannot') {
    run.book.cannot('TC004', `TLSv1.2 for ${offered}; whether the server has TLS 1.3 is not known (${only13.why})`);
    return;
  }
  const is13 = all.kind === 'agreed' && all.protocol === 'TLSv1.3';
  file(run, 'TC004', all, is13 || (is12 && only13.kind === 'refused'), offered);
}

function file(run: Run, id: string, got: Handshake, right: boolean, offered: string): void {
  if (got.kind === 'cannot') {
    run.book.cannot(id, got.why);
    return;
  }
  const came = got.kind === 'agreed' ? `${got.protocol} with ${got.cipher}` : `refused (${got.why})`;
  run.book.judge(id, right, `${came} for ${offered}`);
}
