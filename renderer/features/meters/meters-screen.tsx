import { Screen } from '../../ui/screen.tsx';
import { MeterTable } from './meter-table.tsx';

/** All meters of a workspace. */
export function MetersScreen({ workspace }: { workspace: string }) {
  return (
    <Screen title="Meters">
      <MeterTable workspace={workspace} />
    </Screen>
  );
}
