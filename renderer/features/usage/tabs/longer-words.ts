/** What is said of amounts that a picture of single intervals leaves out. Pure. */
import { formatCounted } from '../../../ui/format.ts';

/** "Left out: 2 amounts of more than one interval." */
export function longerWords(longer: number): string {
  return `Left out: ${formatCounted(longer, 'amount')} of more than one interval.`;
}
