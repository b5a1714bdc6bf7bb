/** The door of anonymising. */
export { type AnonymiseOptions, anonymised } from './document.ts';
export { writeAnonymised } from './write.ts';
