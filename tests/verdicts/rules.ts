/** What falsifications are made of. */
import type { Passing, Rule } from './falsifying-service.ts';

const isList =
  (...paths: string[]) =>
  ({ method, path }: Passing) =>
    method === 'GET' && paths.includes(path);
export const isEvents = isList('/events');
export const isMeters = isList('/meters');
export const isAuthorizations = isList('/authorizations');

/** A member that no entry has. */
export const without =
  (is: (passing: Passing) => boolean, member: string): Rule =>
  (passing) => {
    if (is(passing)) for (const entry of passing.entries) delete entry[member];
  };

/** An event that is never listed. */
export const dropped =
  (type: string): Rule =>
  (passing) => {
    if (isEvents(passing)) passing.entries = passing.entries.filter((event) => event.type !== type);
  };

/** Every note tells something else. */
export const exchanged =
  (type: string): Rule =>
  (passing) => {
    if (!isMeters(passing) && !isAuthorizations(passing)) return;
    for (const { notes } of passing.entries) if (Array.isArray(notes)) for (const note of notes) note.type = type;
  };
