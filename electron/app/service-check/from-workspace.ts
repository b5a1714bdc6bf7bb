/** The check of a workspace's service, with its tokens; its requests are in the workspace's request log. */
import { runTask } from '../../checker/index.ts';
import type { ServiceDoor } from '../../conformance/service/index.ts';
import { DEMO_WORKSPACE } from '../../connections/index.ts';
import type { BaseParts } from '../base-parts.ts';
import { serviceDoor } from './door.ts';
import { simulatedSide } from './simulated-side.ts';

type Parts = Pick<BaseParts, 'connections' | 'http' | 'host'>;

/** @param run id of the run, for the request log @throws AppError where there is no service, or its demo does not start */
export async function doorFromWorkspace(
  { connections, http, host }: Parts,
  workspace: string,
  run: string,
  signal: AbortSignal,
): Promise<ServiceDoor> {
  const settings = await connections.ready(workspace);
  const { espiBase } = await connections.bases(workspace);
  const demo = workspace === DEMO_WORKSPACE ? await connections.demoBootstrap() : undefined;
  const probe = connections.probe(workspace);
  await probe.prepare(signal);
  const { authorization, token } = await connections.endpoints.find(settings, signal);
  const { clientId, fixedRedirect } = settings.oauth;
  return serviceDoor({
    http,
    probe,
    workspace,
    run,
    espiBase,
    appUid: settings.appUid,
    bulkUid: settings.bulkUid,
    oauth: clientId ? { authorization, token, clientId, redirectUri: fixedRedirect ?? demo?.redirect_uri } : undefined,
    simulated: demo && simulatedSide(demo),
    judge: (bytes) => runTask(() => host.start('checker', []), { kind: 'check', document: { bytes } }, { signal }),
    signal,
  });
}
