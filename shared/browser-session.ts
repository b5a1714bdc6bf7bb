/** What the browser host and its page agree on. */

/** Header with the session's key, which cookies cannot carry for another port. */
export const SESSION_KEY_HEADER = 'x-meterscope-session';

/** Name of the meta element that hands the key to the page that a one-time address opened. */
export const SESSION_KEY_META = 'session-key';

/** Largest file that a browser tab may upload. */
export const MAX_UPLOAD_BYTES = 2 * 1024 ** 3;

/** How to get in, for a tab without the key. */
export const HOW_TO_GET_IN =
  'This tab is not connected to Meterscope. Open the newest address that the program printed in the terminal; each address opens one browser, once.';

export const uploadTooLarge = {
  code: 'upload_too_large',
  message: 'A browser tab can hand over files of up to 2 GB, and this one is larger.',
  action: 'Read it on the command line (meterscope inspect), or open it in the desktop program.',
} as const;
