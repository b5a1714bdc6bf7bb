import { z } from 'zod';
import { nothing, query } from './define.ts';

/** `demo` talks to the embedded service, `files` holds opened files, `live` talks to a utility's service. */
const workspaceKind = z.enum(['demo', 'files', 'live']);

const workspaceView = z.object({
  id: z.string(),
  name: z.string(),
  kind: workspaceKind,
  /** Shown in the badge that is always in view. */
  mode: z.enum(['test', 'live', 'files']),
  color: z.string(),
  baseUrl: z.string().optional(),
  utility: z.string().optional(),
  /** IANA zone that stands in where a usage point has no LocalTimeParameters. */
  zone: z.string(),
  /** The embedded service of the demo: starting, ready, or why not. */
  service: z.enum(['none', 'starting', 'ready', 'failed']),
});
export type WorkspaceView = z.infer<typeof workspaceView>;

export const workspaceCalls = {
  'workspaces.list': query(nothing, z.array(workspaceView)),
};
