/** What the program kept of the screen that it showed last: the page shows it before it asks anything. */
import type { QueryClient } from '@tanstack/react-query';
import type { KeptAnswer } from '#shared/kept-answers.ts';

/**
 * Puts the answers into the cache, under the keys of `queryKey`; topics keep them true from then on.
 * @param json of the page's document
 */
export function seedCache(client: QueryClient, json: string): void {
  const answers: KeptAnswer[] = JSON.parse(json); // written by this very version of the program
  for (const { name, input, value } of answers) client.setQueryData([name, input], value);
}
