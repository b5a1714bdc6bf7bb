import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import type { WorkspaceView } from '#shared/contract/workspaces.ts';
import { placesOf } from '../navigation.ts';

/** The list of places, from the one table in navigation.ts. */
export function Sidebar({ workspace, onNavigate }: { workspace: WorkspaceView; onNavigate: () => void }) {
  const places = placesOf(workspace);
  return (
    <div className="ms-nav">
      {places.map((place, index) => (
        <Fragment key={place.id}>
          {places[index - 1]?.group === place.group ? null : <div className="ms-nav-group">{place.group}</div>}
          <Link className="ms-nav-link" to={place.to} params={{ workspace: workspace.id }} onClick={onNavigate}>
            <place.icon size={17} stroke={1.7} aria-hidden />
            {place.label}
          </Link>
        </Fragment>
      ))}
    </div>
  );
}
