/** What a window of the desktop program offers to the program's menu and badge: its page tells it whenever it changes. */

/** Heading of the commands that lead to a place of the program: they make the menu "Go". */
export const GO_TO = 'Go to';
/** Id of the command that opens files. */
export const OPEN_FILES = 'open-files';
/** Id of the command that shows the keyboard shortcuts. */
export const SHOW_KEYS = 'help';

/** A command of the palette as the screen offers it now. */
export interface OfferedCommand {
  id: string;
  label: string;
  /** Heading in the palette. */
  group: string;
  /** What belongs together in its group. */
  section?: string;
  /** The user's keys for it as the keymap writes them: `mod+k`, `g a`. */
  keys?: string;
  /** The administrator does not allow it: it is shown, and cannot be chosen. */
  disabled?: true;
}

export interface WindowOffer {
  commands: readonly OfferedCommand[];
  /** Lines that need attention in the workspace that is shown; undefined until they are counted. */
  attention?: number;
}
