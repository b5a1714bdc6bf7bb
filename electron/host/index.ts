export type { ChildProcessPort, Host, SecretCipher } from './host.ts';
export { externalUrl } from './host.ts';
