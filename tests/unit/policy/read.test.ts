import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Policy } from '../../../electron/policy/policy.ts';
import { readPolicy } from '../../../electron/policy/read.ts';
import { policySchema } from '../../../electron/policy/schema.ts';

const certificates = fileURLToPath(new URL('../../fixtures/certificates/', import.meta.url));
const FILE = `${certificates}policy.json`;
const read = (content: unknown) =>
  readPolicy({ file: FILE, text: typeof content === 'string' ? content : JSON.stringify(content) });

describe('a policy file', () => {
  it('is read with its certificates, which lie beside it', () => {
    const content = read({
      version: 1,
      services: { allowed: ['https://utility.example'] },
      proxy: { mode: 'manual', address: 'proxy.example', except: '*.lab.example' },
      authorities: { bundled: false, files: ['network-ca.pem'] },
      updates: { check: true, feed: 'https://updates.example/newest.json' },
      exports: { allowed: ['csv'] },
      notifications: { show: false },
    });
    expect(content).toMatchObject({
      services: ['https://utility.example'],
      proxy: { mode: 'manual', address: 'http://proxy.example:80', except: '*.lab.example' },
      authorities: { bundled: false, system: true, own: [expect.stringContaining('BEGIN CERTIFICATE')] },
      updates: { check: true, feed: 'https://updates.example/newest.json' },
      exports: ['csv'],
      notifications: { show: false, mayChange: false },
    });
    expect(new Policy(FILE, read({ version: 1 })).locked).toEqual([]);
    expect(read('\uFEFF{"version":1}')).toEqual(read({ version: 1 }));
  });

  it.each([
    ['{"version": 1,\n  "exports": nothing}', 'line 2, column 14: a value is expected'],
    ['[]', 'must be an object: { ... }'],
    [{}, 'version: is missing'],
    [{ version: 2 }, 'version: 2 is not known; must be one of 1'],
    [{ version: 1, export: {} }, 'export: is not known; did you mean exports?'],
    [{ version: 1, exports: { allowed: ['excel'] } }, 'exports.allowed[0]: "excel" is not known; must be one of csv'],
    [{ version: 1, exports: { allowed: ['cvs'] } }, 'did you mean csv?'],
    [{ version: 1, services: { allowed: [] } }, 'services.allowed: must not be empty'],
    [{ version: 1, services: { allowed: ['http://utility.example'] } }, 'services.allowed[0]: must be like https://'],
    [{ version: 1, services: { allowed: ['https://a.example/gb'] } }, 'services.allowed[0]: must be like https://'],
    [{ version: 1, proxy: { mode: 'manual' } }, 'proxy.address: The address of the proxy is missing'],
    [{ version: 1, proxy: { mode: 'manual', address: 'http://a:b@p' } }, 'proxy.address: The address holds a user'],
    [{ version: 1, proxy: { mode: 'auto' } }, 'proxy.mode: "auto" is not known; must be one of system, manual, none'],
    [{ version: 1, updates: { check: true } }, 'updates.feed: must be an https address'],
    [{ version: 1, updates: { check: true, feed: 'http://u.example' } }, 'updates.feed: must be an https address'],
    [{ version: 1, updates: { check: 'yes' } }, 'updates.check: must be true or false'],
    [{ version: 1, authorities: { files: ['none.pem'] } }, 'authorities.files[0]: The file'],
    [{ version: 1, authorities: { files: ['policy.json'] } }, 'authorities.files[0]: The file'],
    [{ version: 1, authorities: { bundled: false, system: false } }, 'authorities: without any of them'],
  ])('is refused whole for a fault, with its place: %j', (content, said) => {
    expect(() => read(content)).toThrow(
      `The policy of this computer, ${FILE}, has a fault, so the program does not start`,
    );
    expect(() => read(content)).toThrow(said);
  });

  it('has the documented schema', () => {
    const documented = readFileSync(new URL('../../../docs/policy.schema.json', import.meta.url), 'utf8');
    expect(JSON.parse(documented)).toEqual(z.toJSONSchema(policySchema, { io: 'input' }));
  });
});
