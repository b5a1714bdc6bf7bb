import type { Window } from './window.ts';

/** How a tag is looked at: longer names than this are none of a feed. */
const LOOK = 80;
/** An end tag that is longer than this does not end at all. */
const MAX_TAG = 1 << 16;
const TAG = /^<(\/?)(?:[^\s:>/<"'=]{1,60}:)?(entry|feed)([\s>/])/;

/**
 * After damage: moves the window to where reading can go on, which is behind the end of the broken entry, or at the
 * next entry or the end of the feed.
 * @returns false when more bytes are needed; the window is then at the last place that might be it.
 */
export function findNextEntry(w: Window): boolean {
  for (;;) {
    const at = w.bytes.indexOf(60, w.pos);
    if (at < 0 || at >= w.end) {
      w.pos = w.end;
      return false;
    }
    w.pos = at;
    if (w.end - at < LOOK && !w.eof) return false;
    const match = TAG.exec(w.bytes.toString('latin1', at, Math.min(w.end, at + LOOK)));
    const closing = match?.[1] === '/';
    const isEntry = match?.[2] === 'entry';
    if (!match || (!isEntry && !closing)) {
      w.pos = at + 1;
      continue;
    }
    if (isEntry && closing) {
      // However the bytes are cut: what is behind the longest tag is never taken for a part of it.
      const limit = Math.min(w.end, at + MAX_TAG);
      const end = w.bytes.indexOf(62, at);
      const isThere = end >= 0 && end < limit;
      // The rest of the tag must not be taken for text when it comes with the next bytes.
      if (!isThere && !w.eof && limit === w.end) return false;
      w.pos = isThere ? end + 1 : limit;
    }
    return true;
  }
}
