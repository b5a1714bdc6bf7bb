import { useCall } from '../../api/index.ts';
import { OpenAsQuery } from '../../ui/open-as-query.tsx';
import { Screen } from '../../ui/screen.tsx';
import { metersQuery } from '../../ui/screen-queries.ts';
import { ExportButton } from '../export/export-dialog.tsx';
import { GroupSelect } from '../groups/group-select.tsx';
import { TagSelect } from '../groups/tag-select.tsx';
import { SyncButton } from '../jobs/sync-button.tsx';
import { CollectGroupButton } from '../support/collect-button.tsx';
import { MeterTable } from './meter-table.tsx';
import { type MetersSearch, parseMetersSearch } from './meters-address.ts';

interface MetersScreenProps {
  workspace: string;
  search: MetersSearch;
  onSearch: (search: MetersSearch) => void;
}

/** All meters of a workspace, or those of a group or with a tag. */
export function MetersScreen({ workspace, search, onSearch }: MetersScreenProps) {
  const { group } = search;
  const groups = useCall('groups.names', { workspace });
  const name = groups.data?.find(({ id }) => id === group)?.name;
  return (
    <Screen
      title={name === undefined ? 'Meters' : `Meters of ${name}`}
      actions={
        <>
          <ScopeFields workspace={workspace} search={search} onSearch={onSearch} />
          {group === undefined || name === undefined ? (
            <OpenAsQuery workspace={workspace} query={metersQuery(search)} />
          ) : (
            <>
              <CollectGroupButton workspace={workspace} group={group} />
              <ExportButton
                workspace={workspace}
                scopes={[
                  { id: 'group', label: `The meters of ${name}`, selection: { group } },
                  { id: 'workspace', label: 'The whole workspace', selection: undefined },
                ]}
              />
              <SyncButton workspace={workspace} group={group} />
            </>
          )}
        </>
      }
    >
      <MeterTable workspace={workspace} scope={search} />
    </Screen>
  );
}

/** Which meters are meant: not in the table, which is away while others are asked for, and with it what has the focus. */
function ScopeFields({ workspace, search, onSearch }: MetersScreenProps) {
  const narrow = (next: Record<string, unknown>) => onSearch(parseMetersSearch({ ...search, ...next }));
  return (
    <>
      <GroupSelect workspace={workspace} group={search.group} onGroup={(group) => narrow({ group })} />
      <TagSelect workspace={workspace} tag={search.tag} onTag={(tag) => narrow({ tag })} />
    </>
  );
}
