/** A box that says how something stands. Its title is plain text: coloured on a tint it would be too pale to read. */
import { Alert, type AlertProps } from '@mantine/core';
import './connections.css';

export function Notice(props: AlertProps & { role?: string }) {
  return <Alert {...props} classNames={{ title: 'ms-notice-title' }} />;
}
