import { useEffect } from 'react';
import { bridge } from '../../api/index.ts';
import { useBindings } from '../keymap.ts';
import { menuCommands } from '../menu-commands.ts';
import { paletteActions } from '../palette.ts';
import { usePolicy } from '../policy.tsx';
import { useRegistry } from '../registry.ts';

/** A screen changes its commands in several steps while it is built; the menu follows when that is over. */
const SETTLED_MS = 250;

/** Tells the program's menu and badge what this window offers now, and runs what is chosen in the menu. */
export function MenuOffer({ attention }: { attention: number | undefined }) {
  const { bindings } = useBindings();
  const commands = menuCommands(useRegistry(paletteActions), bindings, usePolicy().allows);
  const offer = JSON.stringify({ commands, ...(attention === undefined ? {} : { attention }) });
  useEffect(() => {
    const timer = setTimeout(() => bridge.offer(JSON.parse(offer)), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [offer]);
  useEffect(() => {
    const end = bridge.onCommand((id) =>
      paletteActions
        .all()
        .find((action) => action.id === id)
        ?.run(),
    );
    return () => {
      end();
      bridge.offer({ commands: [] });
    };
  }, []);
  return null;
}
