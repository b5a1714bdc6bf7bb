/** What tags, notes and names of groups may look like; the contract, the dialogs and the reading of CSV files agree on it here. */

/** Letters of a tag at most. */
export const MOST_TAG_LETTERS = 60;
/** Letters of a note at most. */
export const MOST_NOTE_LETTERS = 4000;
/** Letters of the name of a group at most. */
export const MOST_GROUP_LETTERS = 100;

/** A tag, or the name of a group, as it is kept: without spaces at the ends, and never two beside each other. */
export function tagWords(text: string): string {
  return text.normalize('NFC').trim().replaceAll(/\s+/g, ' ');
}
