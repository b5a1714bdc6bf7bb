export { DATA_POINTER } from './data-pointer.ts';
export type { ChildEntry, ChildProcessPort, Host, HostCapabilities, HostNotification, SecretCipher } from './host.ts';
export { externalUrl, refuse } from './host.ts';
