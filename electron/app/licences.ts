/** Licences of what is inside: the build lists what it bundled (electron/build/build.mjs). */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const schema = z.array(
  z.object({ name: z.string(), version: z.string(), license: z.string(), text: z.string().optional() }),
);

/** Empty when the program was not built (tests of the sources). */
export async function licences(): Promise<z.infer<typeof schema>> {
  const file = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'licences.json');
  const text = await readFile(file, 'utf8').catch(() => '[]');
  return schema.parse(JSON.parse(text));
}
