/** What this program wrote where the user chose, since it was started: nothing else is shown in the file manager. */
import path from 'node:path';
import { AppError } from '#shared/errors.ts';

export class Written {
  readonly #paths = new Set<string>();

  add(file: string): void {
    this.#paths.add(path.resolve(file));
  }

  /** The path itself. @throws AppError `not_written_here` */
  require(file: string): string {
    const wanted = path.resolve(file);
    if (this.#paths.has(wanted)) return wanted;
    throw new AppError({
      code: 'not_written_here',
      message: 'Only files that were saved since the program was started can be shown.',
      action: `Open the folder yourself: ${wanted}`,
    });
  }
}
