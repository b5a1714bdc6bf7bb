/** The control API of the embedded service, which no other service has. It is no part of what the request log shows. */
import { z } from 'zod';
import { AppError } from '#shared/errors.ts';
import { type Connections, DEMO_WORKSPACE } from '../connections/index.ts';

/** Moving the clock on by months does a month's work before it answers. */
const LIMIT_MS = 300_000;

/** The line of the embedded service. @throws AppError `demo_only` for another workspace */
export async function demoLine(
  connections: Pick<Connections, 'demoBootstrap'>,
  workspace: string,
): Promise<Awaited<ReturnType<Connections['demoBootstrap']>>> {
  if (workspace === DEMO_WORKSPACE) return await connections.demoBootstrap();
  throw new AppError({
    code: 'demo_only',
    message: 'Only the service of the demo can be controlled.',
    action: 'Switch to the demo workspace.',
  });
}

const refusal = z.looseObject({ error_description: z.string() });

/**
 * Asks the control API.
 * @param path below `controlUrl`; empty for its description of itself
 * @returns the JSON of its answer, not checked
 * @throws AppError `demo_control_failed`
 */
export async function askControl(
  controlUrl: string,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path = '',
  body?: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const answer = await fetch(`${controlUrl}${path}`, {
    method,
    signal: AbortSignal.timeout(LIMIT_MS),
    ...(body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  }).catch((cause: unknown) => {
    throw controlFailed('The embedded service cannot be reached.', cause);
  });
  const json: unknown = await answer.json().catch(() => undefined);
  if (answer.ok) return json;
  const said = refusal.safeParse(json);
  throw controlFailed(
    said.success
      ? `The embedded service refused that: ${said.data.error_description}`
      : `The embedded service answered ${answer.status}.`,
  );
}

function controlFailed(message: string, cause?: unknown): AppError {
  return new AppError(
    { code: 'demo_control_failed', message, action: 'Try again. If it happens again, restart the program.' },
    { cause },
  );
}
