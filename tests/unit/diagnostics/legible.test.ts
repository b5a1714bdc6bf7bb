/** A support bundle is safe and legible, whoever the customers are: nothing of theirs remains, and all of the program's does. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { redactor } from '../../../electron/diagnostics/personal-data.ts';
import { isOwnText, OWN_WORDS } from '../../../electron/diagnostics/vocabulary.ts';

// What stands behind a password's name is hidden, whatever it is.
const ownWord = fc.constantFrom(...[...OWN_WORDS].filter((word) => word.length > 2 && !word.includes('password')));
const letters = fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzéñøłüç'), minLength: 3, maxLength: 9 });
/** A family name, some with a word of the program in it: Meterson, Openshaw. */
const family = fc
  .oneof(
    letters,
    fc.tuple(ownWord, letters).map((parts) => parts.join('')),
    fc.tuple(letters, ownWord).map((parts) => parts.join('')),
  )
  .filter((word) => !isOwnText(word))
  .map((word) => word.charAt(0).toUpperCase() + word.slice(1));
/** The given name may be any word, `Mark` and `Page` among them. */
const person = fc.tuple(fc.oneof(ownWord, letters), family).map((parts) => parts.join(' '));
const account = fc
  .tuple(fc.constantFrom('', 'E', 'MTR-'), fc.bigInt(100_000n, 99_999_999_999n))
  .map((parts) => parts.join(''));
/** What custodians put into the titles of all entries of a kind, and codes of their entries. */
const title = fc.oneof(
  ownWord,
  fc.tuple(ownWord, ownWord).map((words) => words.join(' ')),
);

/** How a log, an address or a JSON text has a name in it; what stands around it are the program's words. */
const FORMS: readonly ((left: string, name: string, right: string) => string)[] = [
  (left, name, right) => `${left} ${name} ${right}`,
  (left, name, right) => `${left}: “${name}”, ${right}.`,
  (left, name, right) => `{"${left}":${JSON.stringify(name)},"${right}":1}`,
  (left, name, right) => JSON.stringify(`${left}\n${name}\n${right}`),
  (left, name, right) => `http://127.0.0.1:1/${left}?${right}=1&q=${encodeURIComponent(name)}`,
  (left, name, right) => `${left}_${name.toUpperCase()}_${right}`,
];

const line = fc.record({ form: fc.constantFrom(...FORMS), left: ownWord, right: ownWord, which: fc.nat() });

it('for any customers, in any place of a text', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(person, account), { minLength: 1, maxLength: 12 }),
      fc.array(title, { maxLength: 20 }),
      fc.array(line, { minLength: 1, maxLength: 12 }),
      (people, descriptions, lines) => {
        const redact = redactor({ secrets: [], people, descriptions, aliases: new Map(), home: '' });
        for (const { form, left, right, which } of lines) {
          const name = people[which % people.length] ?? '';
          const text = form(left, name, right);
          const clean = redact(text);
          // Nothing of the customer: not as it is, not in the form that an address has.
          for (const hidden of [name, encodeURIComponent(name)]) {
            expect(clean.toLowerCase(), text).not.toContain(hidden.toLowerCase());
          }
          // All of the program: the very same text around one mark.
          expect(clean.replaceAll('[personal]', '?'), text).toBe(
            form(left, '?', right).replace(encodeURIComponent('?'), '?'),
          );
        }
      },
    ),
    { numRuns: 2000 },
  );
});
