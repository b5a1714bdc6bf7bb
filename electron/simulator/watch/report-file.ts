/** The report of a watch in a file: written as clients go on, and whole at any time. */
import { renameSync, writeFileSync } from 'node:fs';
import { rowsText } from '../../common/rows/text.ts';
import type { ClientWatch } from './client-watch.ts';
import { WATCH_BLOCKS } from './rows.ts';

const WRITE_AFTER_MS = 500;

/** @throws where the file cannot be written @returns `end` writes it once more and answers the summary as text */
export function keepReport(watch: ClientWatch, file: string): { end(): string } {
  const write = () => {
    const report = watch.report();
    const part = `${file}.part`;
    writeFileSync(part, `${JSON.stringify([report], null, 2)}\n`);
    renameSync(part, file);
    return report;
  };
  let timer: NodeJS.Timeout | undefined;
  const stop = watch.subscribe(() => {
    timer ??= setTimeout(() => {
      timer = undefined;
      try {
        write();
      } catch (error) {
        console.error(`The report could not be written: ${error instanceof Error ? error.message : String(error)}`);
      }
    }, WRITE_AFTER_MS);
  });
  write();
  return {
    end: () => {
      stop();
      clearTimeout(timer);
      return rowsText(write(), (block) => WATCH_BLOCKS[block] ?? block);
    },
  };
}
