/** The report of a watch in a file: written as clients go on, and whole at any time. */
import { renameSync, writeFileSync } from 'node:fs';
import { rowsText } from '../../common/rows/text.ts';
import type { ClientWatch } from './client-watch.ts';
import { WATCH_BLOCKS } from './rows.ts';

const WRITE_AFTER_MS = 500;

/**
 * @throws where the file cannot be written at the start
 * @returns `end` writes it once more and answers the summary as text; where it cannot be written then, the process ends with 1
 */
export function keepReport(watch: ClientWatch, file: string): { end(): string } {
  const write = () => {
    const part = `${file}.part`;
    writeFileSync(part, `${JSON.stringify([watch.report()], null, 2)}\n`);
    renameSync(part, file);
  };
  const tryToWrite = () => {
    try {
      write();
    } catch (error) {
      console.error(`The report could not be written: ${error instanceof Error ? error.message : String(error)}`);
      return false;
    }
    return true;
  };
  let timer: NodeJS.Timeout | undefined;
  const stop = watch.subscribe(() => {
    timer ??= setTimeout(() => {
      timer = undefined;
      tryToWrite();
    }, WRITE_AFTER_MS);
  });
  write();
  return {
    end: () => {
      stop();
      clearTimeout(timer);
      if (!tryToWrite()) process.exitCode = 1;
      return rowsText(watch.report(), (block) => WATCH_BLOCKS[block] ?? block);
    },
  };
}
