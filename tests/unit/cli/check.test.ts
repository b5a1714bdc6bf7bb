import { expect, it } from 'vitest';
import { checkCommand } from '../../../electron/cli/check.ts';

it('the help of check says what each exit code means, also of a service that gave no answer', () => {
  const help = checkCommand().helpInformation().replaceAll(/\s+/g, ' ');
  expect(help).toMatch(/Exit code 0: .* 1: .* 2: [^.]* with --service no answer could be looked at\./);
});
