/** What this workspace knows to fill the places of a path with. */
import type { PathName } from '#shared/resources.ts';
import { useCall } from '../../api/index.ts';

/** Values of places that this workspace knows. */
export function useKnown(workspace: string, uid: string | undefined): Partial<Record<PathName, string[]>> {
  const details = useCall('workspaces.get', { workspace }).data?.settings;
  const authorizations = useCall('authorizations.list', { workspace, limit: 200 }).data?.rows;
  const chosen = authorizations?.find((row) => row.uid === uid) ?? authorizations?.[0];
  const meters = useCall(
    'usagePoints.list',
    { workspace, authorization: chosen?.id, limit: 200 },
    { enabled: chosen !== undefined },
  ).data?.rows;
  const unique = (texts: string[] | undefined) => [...new Set(texts)];
  return {
    auth_uid: unique(authorizations?.map((row) => row.uid)),
    meter_uid: unique(meters?.map((row) => row.uid)),
    meter_number: unique(meters?.flatMap((row) => row.meterNumber ?? [])),
    app_uid: details?.appUid ? [details.appUid] : [],
    bulk_uid: details?.bulkUid ? [details.bulkUid] : [],
  };
}
