import { Screen } from '../../ui/screen.tsx';
import { RawEntry } from './raw-entry.tsx';

/** One received entry at an address of its own. */
export function EntryScreen({ workspace, entry }: { workspace: string; entry: string }) {
  return (
    <Screen title="Entry as received">
      <RawEntry workspace={workspace} entry={entry} />
    </Screen>
  );
}
