/** What is said of amounts that a picture of single intervals leaves out. Pure. */
import { formatCounted } from '../../../ui/format.ts';

/** "Left out: 2 amounts of more than one interval."; undefined where there are none. @param longer as the engine answers it */
export function longerWords(longer: number | undefined): string | undefined {
  return longer === undefined ? undefined : `Left out: ${formatCounted(longer, 'amount')} of more than one interval.`;
}
