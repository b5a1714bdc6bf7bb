/** Says why the program cannot start; where another one has the data, leads to that one. */
import { app, dialog, shell } from 'electron';
import { toErrorValue } from '#shared/errors.ts';
import { isObject } from '#shared/json.ts';
import { externalUrl } from '../host/host.ts';

/**
 * Ends the program; the box waits until it is answered.
 * @param inUseExit its exit code where another program has the data
 * @param askToShow has the owner of a data folder show its window
 */
export async function giveUp(
  thrown: unknown,
  inUseExit: number,
  askToShow: (folder: string) => Promise<unknown>,
): Promise<never> {
  const { code, message, action, details } = toErrorValue(thrown);
  // For a start from a terminal.
  process.stderr.write(`${[message, action].filter(Boolean).join(' ')}\n`);
  const { address, window, folder } = isObject(details) ? details : {};
  const show =
    typeof address === 'string'
      ? // The address stands in a file: only one of this computer, or an https one, is opened.
        () => shell.openExternal(externalUrl(address))
      : window === true && typeof folder === 'string'
        ? () => askToShow(folder)
        : undefined;
  if (code === 'data_folder_in_use' && show !== undefined) await offerTheOther(message, action, show);
  else dialog.showErrorBox('Meterscope cannot start', [message, action].filter(Boolean).join('\n\n'));
  app.exit(code === 'data_folder_in_use' ? inUseExit : 1);
  throw thrown;
}

/** @param show brings the program that has the data to the front */
async function offerTheOther(message: string, detail: string | undefined, show: () => Promise<unknown>): Promise<void> {
  const answer = dialog.showMessageBoxSync({
    type: 'info',
    title: 'Meterscope is running already',
    message,
    ...(detail === undefined ? {} : { detail }),
    buttons: ['Show that one', 'Quit'],
    defaultId: 0,
    cancelId: 1,
  });
  if (answer === 0)
    await Promise.resolve()
      .then(show)
      .catch(() => undefined);
}
