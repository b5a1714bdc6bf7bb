/**
 * `npm run verdicts [-- TEXT]`: plays every scenario against every falsification (or those whose name contains TEXT), and
 * two submissions of each at once. Prints the verdicts, and ends with 1 where one is wrong.
 */
import { inOneProgram, inTwoPrograms } from './concurrency.ts';
import { isWrong, matrixInWords, verdictMatrix } from './matrix.ts';

const [only] = process.argv.slice(2);
const cells = await verdictMatrix(only);
if (only === undefined)
  cells.push(...(await inOneProgram()), ...(await inTwoPrograms(0)), ...(await inTwoPrograms(60)));

process.stdout.write(matrixInWords(cells));
for (const { falsification, scenario, verdict, reason } of cells.filter(isWrong)) {
  process.stdout.write(`${falsification}, ${scenario}: ${verdict}. ${reason ?? ''}\n`);
}
process.exitCode = cells.some(isWrong) ? 1 : 0;
