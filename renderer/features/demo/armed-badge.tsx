/** Says on every screen of the demo that its service fails on purpose, so that nobody takes it for a real failure. */
import { IconAdjustments } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { WorkspaceView } from '#shared/contract/workspaces.ts';
import './armed-badge.css';
import { armedWords } from './armed-words.ts';
import { useDemo } from './use-demo.ts';

export function ArmedBadge({ workspace }: { workspace: WorkspaceView }) {
  const { data } = useDemo(workspace.id, { watch: false, enabled: workspace.service === 'ready' });
  const words = data && armedWords(data);
  return (
    <span role="status" className="ms-armed-place">
      {words === undefined ? null : (
        <Link className="ms-armed" to="/w/$workspace/demo" params={{ workspace: workspace.id }}>
          <IconAdjustments size={14} aria-hidden />
          <span className="ms-truncate">On purpose: {words}</span>
        </Link>
      )}
    </span>
  );
}
