/** The application menu: short, with the commands that people look for there. */
import { app, Menu, type MenuItemConstructorOptions } from 'electron';

/** @param openRoute leads the window to an address of the renderer */
export function setupMenu(openRoute: (route: string) => void): void {
  const mac = process.platform === 'darwin';
  const appMenu: MenuItemConstructorOptions[] = mac ? [{ role: 'appMenu' }] : [];
  const template: MenuItemConstructorOptions[] = [
    ...appMenu,
    {
      label: '&File',
      submenu: [
        { label: '&Open Green Button file…', accelerator: 'CmdOrCtrl+O', click: () => openRoute('/files?choose=1') },
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
    { label: '&Help', submenu: [{ label: '&About Meterscope', click: () => openRoute('/about') }] },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
