import { notifications } from '@mantine/notifications';
import { asErrorValue, bridge } from '../api/index.ts';

/** Says in the corner that something the user asked for did not work, and what to do. */
export function notifyFailure(thrown: unknown): void {
  const { message, action, code } = asErrorValue(thrown);
  notifications.show({ id: code, color: 'red', title: message, message: action ?? '', autoClose: 8000 });
}

/** Puts a text on the clipboard and says so. */
export async function copyText(text: string, message: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify(message);
  } catch (failure) {
    notifyFailure(failure);
  }
}

/** Copies an address of the page in a form that opens it from outside, and says so. */
export async function copyLink(address: string, message: string): Promise<void> {
  const link = bridge.linkTo(address);
  if (link === undefined) notify('The address of this view is too long for a link. Choose less, and copy it then.');
  else await copyText(link, message);
}

/** Says in the corner that something happened. */
export function notify(message: string): void {
  notifications.show({ message });
}
