/**
 * What the right mouse button offers in a window where the page has no menu of its own (renderer/ui/context-menu/): the system's, for
 * selected text, fields and links.
 */
import {
  BrowserWindow,
  type ContextMenuParams,
  clipboard,
  Menu,
  type MenuItemConstructorOptions,
  type WebContents,
} from 'electron';
import { linkOfRoute } from '#shared/routes.ts';

export interface ContextActions {
  copy(text: string): void;
  openAnother(route: string): void;
}

type Below = Pick<ContextMenuParams, 'linkURL' | 'selectionText' | 'isEditable' | 'editFlags'>;

/**
 * The items of the menu; none where nothing can be done.
 * @param ownView what stands before the address of a view of the page
 */
export function contextItems(below: Below, ownView: string, actions: ContextActions): MenuItemConstructorOptions[] {
  const { linkURL, selectionText, isEditable, editFlags } = below;
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
  return [edit, link]
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
  const link = linkOfRoute(route);
  return [
    { label: 'Open in new window', click: () => openAnother(route) },
    ...(link === undefined ? [] : [{ label: 'Copy link', click: () => copy(link) }]),
  ];
}

/** Shows it for the contents of a window. */
export function offerContextMenu(
  contents: WebContents,
  ownView: string,
  openAnother: ContextActions['openAnother'],
): void {
  contents.on('context-menu', (_event, below) => {
    const items = contextItems(below, ownView, {
      openAnother,
      copy: (text) => clipboard.writeText(text),
    });
    const window = BrowserWindow.fromWebContents(contents);
    if (items.length > 0 && window) Menu.buildFromTemplate(items).popup({ window });
  });
}
