import { AppError } from '#shared/errors.ts';
import type { Host } from '../../host/index.ts';

/** A password that was typed, or lies in the clipboard. @throws AppError `not_a_password` */
export async function incomingPassword(host: Host, secret: { value: string } | { clipboard: true }): Promise<string> {
  const text = 'value' in secret ? secret.value : await host.readClipboard();
  // Of what was copied, the end of the line is not part of the password.
  const password = text.replace(/[\r\n]+$/, '');
  if (password !== '' && !/[\r\n]/.test(password)) return password;
  throw new AppError({
    code: 'not_a_password',
    message: 'The clipboard holds no password: it is empty or has several lines.',
    action: 'Copy the password alone, then try again.',
  });
}
