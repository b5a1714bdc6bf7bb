import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AuthoritiesFile } from '../../../electron/connections/authorities-file.ts';
import { DataFiles } from '../../../electron/host/index.ts';
import { DEFAULT_NETWORK, readCertificates } from '../../../electron/network/index.ts';

const ca = await readFile(new URL('../../fixtures/certificates/ca.pem', import.meta.url), 'utf8');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'authorities-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** The file by a setting that can be changed, as the settings file gives it: another object after each change. */
function open(authorities = { bundled: true, system: false, own: [] as string[] }) {
  const kept = { network: { ...DEFAULT_NETWORK, authorities } };
  const settings = { get: async () => kept as never }; // all that is asked of it
  return { file: new AuthoritiesFile(new DataFiles(folder), settings), kept };
}
const subjects = async (place: string | undefined) =>
  readCertificates(await readFile(place ?? '', 'utf8')).map(({ facts }) => facts.fingerprint);

it('is not there where Node believes the same by itself', async () => {
  expect(await open().file.place()).toBeUndefined();
});

it('has what the setting says, and follows it', async () => {
  const { file, kept } = open({ bundled: false, system: false, own: [ca.trimEnd()] });
  const own = readCertificates(ca).map(({ facts }) => facts.fingerprint);
  const place = await file.place();
  expect(place).toBe(path.join(folder, 'authorities.pem'));
  expect(await subjects(place)).toEqual(own);
  kept.network.authorities = { bundled: true, system: false, own: [ca] };
  const more = await subjects(await file.place());
  expect(more.length).toBeGreaterThan(tls.rootCertificates.length);
  expect(more.at(-1)).toBe(own[0]);
});

it('is for the user only, and made anew where something else became of it', async () => {
  const { file } = open({ bundled: false, system: false, own: [ca] });
  const place = (await file.place()) ?? '';
  if (process.platform !== 'win32') expect((await stat(place)).mode & 0o777).toBe(0o600);
  const before = await readFile(place, 'utf8');
  await writeFile(place, 'another');
  await file.place();
  expect(await readFile(place, 'utf8')).toBe(before);
  await rm(place);
  await file.place();
  expect(await readFile(place, 'utf8')).toBe(before);
});
