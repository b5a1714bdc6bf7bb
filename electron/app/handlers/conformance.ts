import { mkdir, rmdir } from 'node:fs/promises';
import path from 'node:path';
import type { conformanceCalls } from '#shared/contract/conformance.ts';
import type { serviceCheckCalls } from '#shared/contract/service-check.ts';
import { openDialog } from '#shared/file-types.ts';
import { choosableBlocks, PROFILES } from '../../conformance/index.ts';
import type { CoreHandlers } from '../../rpc/index.ts';
import { demoLine } from '../demo-control.ts';
import type { AppParts } from '../parts.ts';
import { clientWatch, clientWatchReport, setClientWatch } from '../service-check/client-watch.ts';
import { newExport } from './new-export.ts';

/** The document's own name, or the address of an answer, would say whom it is about. */
const COPY = 'green-button-anonymised.xml';

/** The pre-check of documents and of the service, and copies of documents without names. */
export function conformanceHandlers(parts: AppParts): CoreHandlers<typeof conformanceCalls & typeof serviceCheckCalls> {
  const { checks, serviceChecks, documents, handedOut, host, policy, written } = parts;
  /** Where the copy goes: the user says it, or it is decided here; the page cannot name a path. */
  const target = async (): Promise<string | undefined> => {
    if (host.capabilities.saveDialog) {
      return await host.chooseSavePath({ title: 'Save an anonymised copy', suggested: COPY });
    }
    const folder = await newExport(host.paths.data, 'anonymised');
    await mkdir(folder, { mode: 0o700 });
    return path.join(folder, COPY);
  };
  return {
    'documents.choose': async () =>
      (await host.chooseFiles(openDialog)).map((file) => ({ handle: handedOut.give(file) })),
    'documents.anonymise': async (input) => {
      policy.requireExport('files');
      // Nobody is asked for a place where there is nothing to save.
      await documents.locate(input.workspace, input.document);
      const to = await target();
      if (to === undefined) return undefined;
      try {
        const compared = await checks.anonymise(input, to);
        written.add(to);
        return { path: to, ...compared };
      } catch (error) {
        // A folder that was made for it is as empty as before; others are not, and stay.
        if (!host.capabilities.saveDialog) await rmdir(path.dirname(to)).catch(() => undefined);
        throw error;
      }
    },
    'conformance.choices': () => ({
      profiles: PROFILES.map(({ id, name, must }) => ({ id, name, must: [...must] })),
      blocks: choosableBlocks(),
    }),
    'conformance.check': (input) => checks.view(input),
    'conformance.cancel': (of) => checks.cancel(of),
    'conformance.excerpt': async (input) => await checks.excerpt(input),
    'conformance.report': (input) => checks.report(input),
    'conformance.service': ({ workspace }) => serviceChecks.state(workspace),
    'conformance.startService': ({ workspace, consents }) => serviceChecks.start(workspace, consents),
    'conformance.answerService': ({ workspace, step, go }) => serviceChecks.answer(workspace, step, go),
    'conformance.cancelService': ({ workspace }) => serviceChecks.cancel(workspace),
    'conformance.serviceReport': ({ workspace, format }) => serviceChecks.report(workspace, format),
    'conformance.watch': ({ workspace }) => clientWatch(parts, workspace),
    'conformance.setWatch': ({ workspace, on }) => setClientWatch(parts, workspace, on),
    'conformance.watchReport': ({ workspace, format }) => clientWatchReport(parts, workspace, format),
    'conformance.clientLine': async ({ workspace }) =>
      `${JSON.stringify(await demoLine(parts.connections, workspace), null, 2)}\n`,
  };
}
