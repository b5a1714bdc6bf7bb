import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const MODULE = fileURLToPath(new URL('../../../electron/host/survive-connections.ts', import.meta.url));

/** Runs a program that throws where nobody catches it. */
function thrown(error: string): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const program = `
    import { surviveConnections } from ${JSON.stringify(MODULE)};
    surviveConnections((error) => console.log('survived', error.code));
    setTimeout(() => { throw ${error}; }, 0);
    setTimeout(() => console.log('alive'), 50);`;
  return new Promise((resolve) => {
    execFile(process.execPath, ['--input-type=module', '-e', program], (failure, stdout, stderr) =>
      resolve({ code: failure?.code ?? 0, stdout, stderr }),
    );
  });
}

it.each(['ECONNRESET', 'EPIPE', 'HPE_INVALID_CONSTANT'])(
  'a connection that broke (%s) does not end the program',
  async (code) => {
    const run = await thrown(`Object.assign(new Error('x'), { code: '${code}' })`);
    expect(run).toMatchObject({ code: 0, stdout: `survived ${code}\nalive\n` });
  },
);

it('a mistake of the program does, with its stack', async () => {
  const run = await thrown("new TypeError('a mistake')");
  expect(run).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('TypeError: a mistake') });
});
