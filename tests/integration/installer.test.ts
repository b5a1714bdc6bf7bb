/** What the installers are told: the configuration is read, checked and merged as electron-builder does when it packs. */
import { createRequire } from 'node:module';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../fixtures/simulator.ts';

interface Builder {
  getConfig(folder: string, file: string | null, over: object | null): Promise<Configuration>;
  validateConfiguration(configuration: object, log: { isEnabled: boolean; add(): void }): Promise<void>;
}

// As much of electron-builder's own type as is asked about.
interface Configuration {
  [member: string]: unknown;
  nsis: Record<string, unknown>;
  msi: Record<string, unknown>;
  pkg: Record<string, unknown>;
  deb: { depends: string[] };
  rpm: { depends: string[] };
  linux: { target: string[] };
  win: { target: string[] };
  mac: { target: { target: string }[] };
}

const require = createRequire(import.meta.url);
// Not among its exports: it is what `electron-builder` itself calls before it packs.
const builder: Builder = require(path.join(projectRoot, 'node_modules/app-builder-lib/out/util/config/config.js'));
const log = { isEnabled: false, add: () => undefined };

let configuration: Configuration;
beforeAll(async () => {
  configuration = await builder.getConfig(projectRoot, 'electron-builder.yml', null);
});

describe('the configuration of the installers', () => {
  it('is one that electron-builder takes, and a slip in it would be noticed', async () => {
    await builder.validateConfiguration(configuration, log);
    const slip = { ...configuration, nsis: { ...configuration.nsis, perMachines: true } };
    await expect(builder.validateConfiguration(slip, log)).rejects.toThrow(/configuration\.nsis/);
  });

  it('has for each system an installer that asks nothing, for all users', () => {
    expect(configuration.win.target).toEqual(['nsis', 'msi']);
    expect(configuration.linux.target).toEqual(['AppImage', 'deb', 'rpm']);
    expect(configuration.mac.target.map(({ target }) => target)).toEqual(['dmg', 'pkg']);
    // The msi: no page, for the machine, and nothing is started by a service that installs.
    expect(configuration.msi).toMatchObject({ oneClick: true, perMachine: true, runAfterFinish: false });
    // Another one would install a second program beside the first.
    expect(configuration.msi.upgradeCode).toBe('6B0A6C0E-93C7-4E1B-9D5B-0E6C2F3A7D41');
    // The setup: `/allusers` and `/currentuser` are read only where a user may choose, which needs both of these.
    expect(configuration.nsis).toMatchObject({ oneClick: false, perMachine: false, allowElevation: true });
    expect(configuration.pkg).toMatchObject({
      allowAnywhere: false,
      allowCurrentUserHome: false,
      isRelocatable: false,
    });
  });

  it('takes nobody’s data away when it is removed', () => {
    expect(configuration.nsis.deleteAppDataOnUninstall).toBe(false);
    for (const part of ['deb', 'rpm', 'linux', 'pkg', 'msi']) {
      expect(configuration[part], part).not.toHaveProperty('afterRemove');
      expect(configuration[part], part).not.toHaveProperty('scripts');
    }
  });

  it('names on each Linux what the program needs, the store of secrets too', () => {
    expect(configuration.deb.depends).toContain('libsecret-1-0');
    expect(configuration.rpm.depends).toContain('libsecret');
    expect(configuration.rpm.depends).toHaveLength(configuration.deb.depends.length);
  });
});
