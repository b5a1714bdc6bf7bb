/** The health of the event log in a few words, on every screen of the workspace. */

import { formatAge } from '../../ui/format.ts';
import { AnchorLink } from '../../ui/links.tsx';
import { useHealth } from './use-health.ts';
import './events.css';

export function EventsHealthBadge({ workspace }: { workspace: string }) {
  const known = useHealth(workspace);
  if (!known) return null;
  const { facts, health, now } = known;
  const heard = facts.lastHeard ? `last event ${formatAge(now - facts.lastHeard.at)}` : 'no event yet';
  return (
    <AnchorLink
      to="/w/$workspace/events"
      params={{ workspace }}
      className="ms-health-badge"
      title={health.summary}
      inherit
      c="inherit"
    >
      <span className="ms-health-dot" data-level={health.level} aria-hidden />
      Events: {health.level === 'good' ? '' : `${health.level === 'bad' ? 'trouble' : 'notice'}, `}
      {heard}
    </AnchorLink>
  );
}
