import type { AttentionLine } from '#shared/contract/attention.ts';
import { AnchorLink } from '../../ui/links.tsx';

interface NextStepProps {
  workspace: string;
  line: AttentionLine;
  /** Files have no service that could collect anything. */
  mayCollect: boolean;
}

/** What to do about a line, as a link. */
export function NextStep({ workspace, line, mayCollect }: NextStepProps) {
  if (line.kind === 'expiring') {
    return (
      <AnchorLink size="xs" to="/w/$workspace/connection" params={{ workspace }}>
        Ask to authorize again
      </AnchorLink>
    );
  }
  if (line.kind === 'collection') {
    return (
      <AnchorLink
        size="xs"
        to="/w/$workspace/collect"
        params={{ workspace }}
        search={{ meters: line.meters.join(',') }}
      >
        Collect again
      </AnchorLink>
    );
  }
  if (line.kind === 'estimated' || !mayCollect) {
    return (
      <AnchorLink
        size="xs"
        to="/w/$workspace/meters/$usagePoint"
        params={{ workspace, usagePoint: line.meter.id }}
        search={{ tab: line.kind === 'estimated' ? 'readings' : 'coverage' }}
      >
        {line.kind === 'estimated' ? 'Look at the readings' : 'Look at the coverage'}
      </AnchorLink>
    );
  }
  return (
    <AnchorLink size="xs" to="/w/$workspace/collect" params={{ workspace }} search={{ meters: line.meter.uid }}>
      Collect what is missing
    </AnchorLink>
  );
}
