export { DataFiles, writeWhole } from './data-files.ts';
export type { ChildProcessPort, DataPaths, Host, HostNotification, SecretCipher } from './host.ts';
export { externalUrl, refuse } from './host.ts';
export { newestStore, storeFiles, workspaceFolder } from './workspace-folder.ts';
