import { expect, it } from 'vitest';
import { createBrowserHost } from '../../../electron/host/browser-host.ts';
import { DataFiles } from '../../../electron/host/data-files.ts';

it('refuses each dialog that it says it lacks, with what to do instead', async () => {
  const host = createBrowserHost({
    data: '/nowhere',
    logs: '/nowhere',
    uploads: '/nowhere',
    files: new DataFiles('/nowhere'),
  });
  expect(host.capabilities).toMatchObject({ openDialog: false, saveDialog: false });
  const refused = (capability: string) => ({
    code: 'host_cannot',
    action: expect.stringMatching(/\w+ .*\.$/),
    details: { capability },
  });
  await expect(host.chooseFiles({ title: 'Open', extensions: ['xml'] })).rejects.toMatchObject(refused('openDialog'));
  await expect(host.chooseFolder({ title: 'Open' })).rejects.toMatchObject(refused('openDialog'));
  await expect(host.chooseSavePath({ title: 'Save', suggested: 'a' })).rejects.toMatchObject(refused('saveDialog'));
});
