/** The application menu: short, with the commands that people look for there. */
import { app, Menu, type MenuItemConstructorOptions } from 'electron';

interface MenuCommands {
  /** Shows the dialog and opens what was chosen. */
  chooseFiles(): void;
  /** One more window, on the view of the one in front. */
  newWindow(): void;
  showAbout(): void;
}

/** Kept by the system; Linux has no such list for a menu. */
const RECENT: MenuItemConstructorOptions[] = [
  {
    label: 'Open &recent',
    role: 'recentDocuments',
    submenu: [{ label: '&Clear the list', role: 'clearRecentDocuments' }],
  },
];

export function setupMenu({ chooseFiles, newWindow, showAbout }: MenuCommands): void {
  const mac = process.platform === 'darwin';
  const appMenu: MenuItemConstructorOptions[] = mac ? [{ role: 'appMenu' }] : [];
  const template: MenuItemConstructorOptions[] = [
    ...appMenu,
    {
      label: '&File',
      submenu: [
        { label: '&Open Green Button files…', accelerator: 'CmdOrCtrl+O', click: chooseFiles },
        ...(mac || process.platform === 'win32' ? RECENT : []),
        { label: '&New window', accelerator: 'CmdOrCtrl+Shift+N', click: newWindow },
        { type: 'separator' },
        mac ? { role: 'close' } : { role: 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: '&View',
      submenu: [
        { role: 'reload' },
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
        ...(app.isPackaged ? [] : ([{ role: 'toggleDevTools' }] satisfies MenuItemConstructorOptions[])),
      ],
    },
    { role: 'windowMenu' },
    { label: '&Help', submenu: [{ label: '&About Meterscope', click: showAbout }] },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
