/** Sharing this workspace beyond this computer: the team server that it is published to, and a data set for other engines. */
import './share.css';
import { useState } from 'react';
import { useCall } from '../../api/index.ts';
import { Dim } from '../../ui/dim.tsx';
import { Screen } from '../../ui/screen.tsx';
import { failureOf, Pending, RefreshFailure } from '../../ui/states.tsx';
import { Comparison } from './comparison.tsx';
import { DataSet } from './data-set.tsx';
import { Publishing } from './publishing.tsx';
import { TeamServer } from './team-server.tsx';

export function ShareScreen({ workspace }: { workspace: string }) {
  const server = useCall('teamServer.get', { workspace });
  const share = useCall('share.get', { workspace });
  const [comparesSince, setComparesSince] = useState<number>();
  const failure = failureOf([server, share]);
  return (
    <Screen title="Share" facts={<Dim size="sm">For a team, a dashboard, or other engines.</Dim>}>
      {server.data && share.data ? (
        <>
          {failure ? <RefreshFailure {...failure} /> : null}
          <div className="ms-share">
            <TeamServer workspace={workspace} {...server.data} />
            <div className="ms-share-column">
              {server.data.address ? (
                <Publishing
                  workspace={workspace}
                  share={share.data}
                  onCompare={() => setComparesSince(share.data?.comparison?.at ?? 0)}
                />
              ) : null}
              <DataSet workspace={workspace} dataset={share.data.dataset} />
            </div>
          </div>
          {share.data.comparison ? (
            <Comparison
              workspace={workspace}
              comparison={share.data.comparison}
              comparesSince={comparesSince}
              onShown={() => setComparesSince(undefined)}
            />
          ) : null}
        </>
      ) : (
        <Pending query={server.error ? server : share} label="Reading what is shared" />
      )}
    </Screen>
  );
}
