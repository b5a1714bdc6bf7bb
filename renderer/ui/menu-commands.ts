/** The commands of the palette for the program's own menu: the same words and the user's own keys. */
import type { ExportKind } from '#shared/export-kinds.ts';
import type { OfferedCommand } from '#shared/window-offer.ts';
import { type Bindings, keymap, keysOf } from './keymap.ts';
import { mayRun, type PaletteAction } from './palette.ts';

/** All but those of which the palette has many. @param allows what the administrator allows to be saved */
export function menuCommands(
  actions: readonly Omit<PaletteAction, 'run'>[],
  bindings: Bindings,
  allows: (kind: ExportKind) => boolean,
): readonly OfferedCommand[] {
  return actions
    .filter(({ oneOfMany }) => !oneOfMany)
    .map((action) => {
      const { id, label, group, section, shortcut } = action;
      const entry = shortcut && keymap.find((one) => one.id === shortcut);
      return {
        id,
        label,
        group,
        ...(section && { section }),
        ...(entry && { keys: keysOf(entry, bindings) }),
        ...(!mayRun(action, allows) && { disabled: true as const }),
      };
    });
}
