/** What the right mouse button offers in a window: the system's menu, with what fits what lies below it. */
import {
  BrowserWindow,
  type ContextMenuParams,
  clipboard,
  Menu,
  type MenuItemConstructorOptions,
  type WebContents,
} from 'electron';
import { entryRoute, linkOfRoute, type Route } from '#shared/routes.ts';

export interface ContextActions {
  copy(text: string): void;
  openAnother(route: string): void;
  openHere(route: string): void;
}

type Below = Pick<ContextMenuParams, 'linkURL' | 'selectionText' | 'isEditable' | 'editFlags'> & {
  /** The entry that it is of, as it was received. */
  raw?: Route | undefined;
};

/** What the pages told of the element that the next menu is about. */
const told = new WeakMap<WebContents, Route>();

/** Keeps what a page tells before its menu is asked for; anything but the address of an entry is none. */
export function noteBelow(contents: WebContents, address: unknown): void {
  const route = entryRoute(address);
  if (route === undefined) told.delete(contents);
  else told.set(contents, route);
}

/**
 * The items of the menu; none where nothing can be done.
 * @param ownView what stands before the address of a view of the page
 */
export function contextItems(below: Below, ownView: string, actions: ContextActions): MenuItemConstructorOptions[] {
  const { linkURL, selectionText, isEditable, editFlags, raw } = below;
  const edit: MenuItemConstructorOptions[] = isEditable
    ? [
        { role: 'cut', enabled: editFlags.canCut },
        { role: 'copy', enabled: editFlags.canCopy },
        { role: 'paste', enabled: editFlags.canPaste },
        { role: 'selectAll', enabled: editFlags.canSelectAll },
      ]
    : selectionText.trim() === ''
      ? []
      : [{ role: 'copy' }];
  const link = linkItems(linkURL, ownView, actions);
  const open: MenuItemConstructorOptions[] =
    raw === undefined ? [] : [{ label: 'Open raw', click: () => actions.openHere(raw) }];
  return [edit, link, open]
    .filter((group) => group.length > 0)
    .flatMap((group, at) => (at === 0 ? group : [{ type: 'separator' as const }, ...group]));
}

function linkItems(
  linkURL: string,
  ownView: string,
  { copy, openAnother }: ContextActions,
): MenuItemConstructorOptions[] {
  if (linkURL === '') return [];
  if (!linkURL.startsWith(ownView)) return [{ label: 'Copy link', click: () => copy(linkURL) }];
  const route = linkURL.slice(ownView.length);
  return [
    { label: 'Open in new window', click: () => openAnother(route) },
    { label: 'Copy link', click: () => copy(linkOfRoute(route)) },
  ];
}

/** Shows it for the contents of a window. */
export function offerContextMenu(
  contents: WebContents,
  ownView: string,
  openAnother: ContextActions['openAnother'],
): void {
  contents.on('context-menu', (_event, below) => {
    const raw = told.get(contents);
    told.delete(contents);
    const items = contextItems({ ...below, raw }, ownView, {
      openAnother,
      openHere: (route) => contents.send('meterscope:route', route),
      copy: (text) => clipboard.writeText(text),
    });
    const window = BrowserWindow.fromWebContents(contents);
    if (items.length > 0 && window) Menu.buildFromTemplate(items).popup({ window });
  });
}
