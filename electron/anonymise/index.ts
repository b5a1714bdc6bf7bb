/** The door of anonymising. */
export { type AnonymiseOptions, anonymised } from './document.ts';
export { wholeOrNot, writeAnonymised, writeCopy } from './write.ts';
