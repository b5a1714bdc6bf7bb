/** What a tag may look like; the contract and the reading of CSV files agree on it here. */

/** Letters of a tag at most. */
export const MOST_TAG_LETTERS = 60;

/** A tag as it is kept: without spaces at the ends, and never two beside each other. */
export function tagWords(text: string): string {
  return text.normalize('NFC').trim().replaceAll(/\s+/g, ' ');
}
