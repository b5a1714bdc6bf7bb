import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import type { WorkspaceView } from '#shared/contract/workspaces.ts';
import { formatCount } from '../format.ts';
import { placesOf } from '../navigation.ts';

interface SidebarProps {
  workspace: WorkspaceView;
  /** What waits in a place, by its id; nothing where it is 0 or not known yet. */
  counts: Readonly<Record<string, number | undefined>>;
  onNavigate: () => void;
}

/** The list of places, from the one table in navigation.ts. */
export function Sidebar({ workspace, counts, onNavigate }: SidebarProps) {
  const places = placesOf(workspace);
  return (
    <div className="ms-nav">
      {places.map((place, index) => (
        <Fragment key={place.id}>
          {places[index - 1]?.group === place.group ? null : <div className="ms-nav-group">{place.group}</div>}
          <Link className="ms-nav-link" to={place.to} params={{ workspace: workspace.id }} onClick={onNavigate}>
            <place.icon size={17} stroke={1.7} aria-hidden />
            {place.label}
            <Count count={counts[place.id]} />
          </Link>
        </Fragment>
      ))}
    </div>
  );
}

function Count({ count = 0 }: { count: number | undefined }) {
  return count === 0 ? null : (
    <span className="ms-nav-count" data-testid="nav-count">
      {formatCount(count)}
    </span>
  );
}
