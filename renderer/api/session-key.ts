/**
 * The key of the browser host's session. Cookies reach every port of 127.0.0.1, so a cookie alone opens nothing: the page
 * that the one-time address opens holds this key as well, and keeps it where only pages of this very port can read it. Tabs
 * share it; it is worth nothing once the program has ended.
 */
import { SESSION_KEY_META } from '#shared/browser-session.ts';

const NAME = 'meterscope.session';

/** Where the browser keeps nothing for pages, the key lives as long as this page. */
let kept: string | undefined;

/** Takes over the key that this page was served with, and removes the one-time token from the address. */
export function takeSessionKey(): void {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="${SESSION_KEY_META}"]`);
  const key = meta?.content;
  meta?.remove();
  if (!key) return;
  kept = key;
  try {
    localStorage.setItem(NAME, key);
  } catch {
    // `kept` serves this tab.
  }
  history.replaceState(history.state, '', `/${location.hash}`);
}

/** Undefined in a browser that the one-time address was never opened in. Read each time: another tab may know a newer one. */
export function sessionKey(): string | undefined {
  try {
    return localStorage.getItem(NAME) ?? kept;
  } catch {
    return kept;
  }
}
