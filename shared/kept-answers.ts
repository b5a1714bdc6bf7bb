/** What the desktop program kept of the screen that it showed last, on its way into the page's cache. */

/** An answer of the contract that the store would give again. */
export interface KeptAnswer {
  name: string;
  input: unknown;
  value: unknown;
}

/** Id of the element of the page's document that holds them as JSON. */
export const KEPT_ANSWERS_ID = 'kept-answers';
