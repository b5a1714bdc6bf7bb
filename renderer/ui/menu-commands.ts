/** The commands of the palette for the program's own menu: the same words and the user's own keys. */
import type { OfferedCommand } from '#shared/window-offer.ts';
import { type Bindings, keymap, keysOf } from './keymap.ts';
import type { PaletteAction } from './palette.ts';

/** All but those of which the palette has many. */
export function menuCommands(
  actions: readonly Omit<PaletteAction, 'run'>[],
  bindings: Bindings,
): readonly OfferedCommand[] {
  return actions
    .filter(({ oneOfMany }) => !oneOfMany)
    .map(({ id, label, group, section, shortcut }) => {
      const entry = shortcut && keymap.find((one) => one.id === shortcut);
      return { id, label, group, ...(section && { section }), ...(entry && { keys: keysOf(entry, bindings) }) };
    });
}
