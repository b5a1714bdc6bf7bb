/** How far the first fetch of a workspace is, as the steps of the first screen. */

export type StepState = 'done' | 'now' | 'next';

interface Known {
  demo: boolean;
  /** The embedded service is there; of another service nothing is known beforehand. */
  serviceReady: boolean;
  /** A fetch is under way. */
  running: boolean;
  /** Authorizations in the store. */
  authorizations: number;
}

/** A service counts as reached once there is something that only it can have said. */
export function fetchSteps({
  demo,
  serviceReady,
  running,
  authorizations,
}: Known): Record<'reach' | 'list' | 'fetch', StepState> {
  const listed = authorizations > 0;
  const reached = demo ? serviceReady : listed;
  return {
    reach: reached ? 'done' : 'now',
    list: listed ? 'done' : reached && running ? 'now' : 'next',
    fetch: listed ? 'now' : 'next',
  };
}
