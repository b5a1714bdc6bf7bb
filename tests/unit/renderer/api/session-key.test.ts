import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SESSION_KEY_META } from '../../../../shared/browser-session.ts';

let stored: Map<string, string>;
let address: string;
let meta: { content: string; remove(): void } | undefined;

/** A page as the browser host serves it: with a key where the one-time address was opened. */
function page({ key, keeps = true }: { key?: string; keeps?: boolean }) {
  meta = key === undefined ? undefined : { content: key, remove: () => (meta = undefined) };
  const refuse = () => {
    throw new DOMException('Storage is off.', 'SecurityError');
  };
  vi.stubGlobal('document', {
    querySelector: (selector: string) => (selector === `meta[name="${SESSION_KEY_META}"]` ? meta : null) ?? null,
  });
  vi.stubGlobal('location', { hash: '#/w/demo/meters' });
  vi.stubGlobal('history', { state: 7, replaceState: (_state: unknown, _title: string, to: string) => (address = to) });
  vi.stubGlobal('localStorage', {
    getItem: keeps ? (name: string) => stored.get(name) ?? null : refuse,
    setItem: keeps ? (name: string, value: string) => void stored.set(name, value) : refuse,
  });
}

/** The module as a page that was just loaded has it. */
async function loaded() {
  vi.resetModules();
  return await import('../../../../renderer/api/session-key.ts');
}

beforeEach(() => {
  stored = new Map();
  address = '/?token=once#/w/demo/meters';
});
afterEach(() => void vi.unstubAllGlobals());

it('is taken from the page that the one-time address opened, and leaves neither page nor address with it', async () => {
  page({ key: 'k1' });
  const { sessionKey, takeSessionKey } = await loaded();
  expect(sessionKey()).toBeUndefined();
  takeSessionKey();
  expect([sessionKey(), meta, address]).toEqual(['k1', undefined, '/#/w/demo/meters']);
});

it('is there for the other tabs, and a newer one of theirs counts for this one', async () => {
  page({ key: 'k1' });
  const first = await loaded();
  first.takeSessionKey();
  page({});
  const second = await loaded();
  second.takeSessionKey();
  expect(second.sessionKey()).toBe('k1');
  page({ key: 'k2' });
  (await loaded()).takeSessionKey();
  expect([first.sessionKey(), second.sessionKey()]).toEqual(['k2', 'k2']);
});

it('changes no address of a page without one', async () => {
  page({});
  const { sessionKey, takeSessionKey } = await loaded();
  takeSessionKey();
  expect([sessionKey(), address]).toEqual([undefined, '/?token=once#/w/demo/meters']);
});

it('lives as long as the page where the browser keeps nothing', async () => {
  page({ key: 'k1', keeps: false });
  const { sessionKey, takeSessionKey } = await loaded();
  takeSessionKey();
  expect([sessionKey(), address]).toEqual(['k1', '/#/w/demo/meters']);
});
