/** The service that `meterscope test` tests: that of a workspace, or the one that a file describes. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { AppError } from '#shared/errors.ts';
import { DataFolder } from '../app/data-folder/data-folder.ts';
import { defaultDataFolder } from '../app/data-folder/pointer.ts';
import { createConnections } from '../connections/index.ts';
import { createBrowserHost } from '../host/browser-host.ts';
import type { HttpClient } from '../http/index.ts';
import { JsonApiClient } from '../jsonapi/index.ts';

export interface TestedService {
  /** Id of the workspace, or a name for a service that a file describes. */
  workspace: string;
  api: JsonApiClient;
  form: string | undefined;
  utility: string | undefined;
}

/** As much of the line of `meterscope service --json` as test submissions need. */
const description = z.looseObject({
  base_url: z.url(),
  api_base: z.url().optional(),
  api_token: z.string().min(1),
  form_uid: z.string().optional(),
  utility: z.string().optional(),
});

const MINIMAL = '{"base_url": "https://...", "api_token": "...", "form_uid": "...", "utility": "..."}';
const GIVE_FILE = `Give a file with the line that \`meterscope service --json\` prints, or with ${MINIMAL}.`;

/** @throws AppError `wrong_use` where the file cannot be read or lacks something, and says what */
export async function serviceOfFile(http: HttpClient, file: string): Promise<TestedService> {
  const wrong = (message: string) => new AppError({ code: 'wrong_use', message, action: GIVE_FILE });
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw wrong(error.code === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read: ${error.message}.`);
  });
  const found = description.safeParse(jsonOf(text));
  if (!found.success) {
    const members = [...new Set(found.error.issues.map(({ path }) => path.join('.')))].filter(Boolean);
    throw wrong(
      members.length === 0
        ? `${file} does not describe a service.`
        : `${file} does not describe a service: ${members.join(', ')} is missing or wrong.`,
    );
  }
  const { base_url, api_base, api_token, form_uid, utility } = found.data;
  const workspace = 'file';
  const api = new JsonApiClient({
    http,
    tokens: { token: async () => api_token, refresh: async () => undefined },
    apiBase: api_base ?? `${base_url.replace(/\/+$/, '')}/api/v2`,
    workspace,
    mayAct: () => undefined,
  });
  return { workspace, api, form: form_uid, utility };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @throws AppError `workspace_unknown`, `workspace_read_only`, or `tokens_not_readable` where only the window can open its tokens */
export async function serviceOfWorkspace(
  http: HttpClient,
  wanted: string,
  data: string | undefined,
): Promise<TestedService> {
  // Tokens of a workspace may be renewed meanwhile, and are written then.
  const dataFolder = DataFolder.open(data ?? defaultDataFolder(), 'meterscope test', { mustExist: true });
  const host = createBrowserHost(dataFolder);
  const demo = Promise.reject(
    new AppError({ code: 'wrong_use', message: 'The demo runs only in the window.', action: GIVE_FILE }),
  );
  demo.catch(() => undefined);
  const connections = await createConnections({ files: host.paths.files, cipher: host.secrets, http, demo });
  const named = connections.workspaces.list().find(({ id, name }) => id === wanted || name === wanted);
  if (!named) throw new AppError({ code: 'workspace_unknown', message: `There is no workspace "${wanted}".` });
  const { id, name, formUid, utility } = await connections.ready(named.id);
  connections.requireMayAct(id);
  await connections.readSecrets(id);
  const { unreadable } = await connections.secrets.status();
  if (unreadable.some(({ workspace }) => workspace === id)) {
    throw new AppError({
      code: 'tokens_not_readable',
      message: `The tokens of "${name}" were sealed by the desktop program with the key of this computer's user, which the command line cannot use.`,
      action: `Run the test in the window. Or: ${GIVE_FILE}`,
    });
  }
  const { apiBase } = await connections.bases(id);
  const api = new JsonApiClient({
    http,
    tokens: connections.tokenSource(id),
    apiBase,
    workspace: id,
    mayAct: () => connections.requireMayAct(id),
  });
  return { workspace: id, api, form: formUid, utility };
}
