export { DATA_POINTER } from './data-pointer.ts';
export type { ChildProcessPort, Host, SecretCipher } from './host.ts';
export { externalUrl } from './host.ts';
