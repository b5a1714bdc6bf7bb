/** Says why the program cannot start; where another one has the data, leads to that one. */
import { app, dialog, shell } from 'electron';
import { toErrorValue } from '#shared/errors.ts';
import { isObject } from '#shared/json.ts';
import { externalUrl } from '../host/host.ts';

/**
 * Ends the program; the box waits until it is answered.
 * @param inUseExit its exit code where another program has the data
 */
export async function giveUp(thrown: unknown, inUseExit: number): Promise<never> {
  const { code, message, action, details } = toErrorValue(thrown);
  // For a start from a terminal.
  process.stderr.write(`${[message, action].filter(Boolean).join(' ')}\n`);
  const address = isObject(details) ? details.address : undefined;
  if (code === 'data_folder_in_use' && typeof address === 'string') await offerTheOther(message, action, address);
  else dialog.showErrorBox('Meterscope cannot start', [message, action].filter(Boolean).join('\n\n'));
  app.exit(code === 'data_folder_in_use' ? inUseExit : 1);
  throw thrown;
}

/** @param address where a browser finds the program that has the data */
async function offerTheOther(message: string, detail: string | undefined, address: string): Promise<void> {
  const answer = dialog.showMessageBoxSync({
    type: 'info',
    title: 'Meterscope is running already',
    message,
    ...(detail === undefined ? {} : { detail }),
    buttons: ['Show that one', 'Quit'],
    defaultId: 0,
    cancelId: 1,
  });
  // The address stands in a file: only one of this computer, or an https one, is opened.
  if (answer === 0) await shell.openExternal(externalUrl(address)).catch(() => undefined);
}
