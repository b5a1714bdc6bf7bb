/**
 * The application menu. What it offers beside what every program has are the commands of the palette, as the window in front
 * offers them: there is no second list of them, nor of their keys.
 */
import path from 'node:path';
import { app, Menu, type MenuItemConstructorOptions } from 'electron';
import { groupBy } from '#shared/group.ts';
import { GO_TO, type OfferedCommand, OPEN_FILES, SHOW_KEYS, type WindowOffer } from '#shared/window-offer.ts';
import { acceleratorOf } from './accelerator.ts';

interface MenuActions {
  /** Shows the dialog and opens what was chosen. */
  chooseFiles(): void;
  /** One more window, on the view of the one in front. */
  newWindow(): void;
  showAbout(): void;
  showSettings(): void;
  /** Runs an offered command in the window in front. */
  run(id: string): void;
  openRecent(file: string): void;
  clearRecent(): void;
}

interface System {
  platform: NodeJS.Platform;
  isPackaged: boolean;
}

const LINE: MenuItemConstructorOptions = { type: 'separator' };

/**
 * @param offer of the window in front; undefined while it has none
 * @param recent absolute paths of files that were opened lately, the newest first
 */
export function setupMenu(actions: MenuActions, offer: WindowOffer | undefined, recent: readonly string[]): void {
  const system = { platform: process.platform, isPackaged: app.isPackaged };
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(system, actions, offer, recent)));
}

/** The menu of a system. */
export function menuTemplate(
  { platform, isPackaged }: System,
  actions: MenuActions,
  offer: WindowOffer | undefined,
  recent: readonly string[],
): MenuItemConstructorOptions[] {
  const mac = platform === 'darwin';
  const commands = offer?.commands ?? [];
  const about = { label: '&About Meterscope', click: actions.showAbout };
  const [places, others] = [commands.filter(isPlace), commands.filter((one) => !isPlace(one))];
  return [
    ...(mac ? [macAppMenu(about, actions)] : []),
    {
      label: '&File',
      submenu: [
        { label: '&Open Green Button files…', ...openingKeys(commands), click: actions.chooseFiles },
        recentItem(recent, actions),
        { label: '&New window', accelerator: 'CmdOrCtrl+Shift+N', click: actions.newWindow },
        LINE,
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
        LINE,
        { role: 'togglefullscreen' },
        ...(isPackaged ? [] : ([{ role: 'toggleDevTools' }] satisfies MenuItemConstructorOptions[])),
      ],
    },
    { id: 'go', label: '&Go', enabled: places.length > 0, submenu: withLines(places, actions) },
    {
      id: 'commands',
      label: '&Commands',
      enabled: others.length > 0,
      submenu: [...groupBy(others, ({ group }) => group)].map(([group, list]) => ({
        label: shown(group),
        submenu: withLines(list, actions),
      })),
    },
    { role: 'windowMenu' },
    {
      role: 'help',
      label: '&Help',
      submenu: [
        ...commands.filter(({ id }) => id === SHOW_KEYS).map((command) => commandItem(command, actions)),
        ...(mac ? [] : [about]),
      ],
    },
  ];
}

/** Our own on each system: Electron's list of recent documents can be shown in a menu of a Mac only. */
function recentItem(files: readonly string[], actions: MenuActions): MenuItemConstructorOptions {
  return {
    id: 'recent',
    label: 'Open &recent',
    enabled: files.length > 0,
    submenu: [
      ...files.map((file, at) => ({
        id: `recent-${at}`,
        label: shown(`${path.basename(file)} in ${path.dirname(file)}`),
        click: () => actions.openRecent(file),
      })),
      LINE,
      { id: 'recent-clear', label: '&Clear the list', click: actions.clearRecent },
    ],
  };
}

function isPlace({ group }: OfferedCommand): boolean {
  return group === GO_TO;
}

/** As on every Mac, with our own screens for what is of the program. */
function macAppMenu(about: MenuItemConstructorOptions, { showSettings }: MenuActions): MenuItemConstructorOptions {
  return {
    label: 'Meterscope',
    submenu: [
      about,
      LINE,
      { label: 'Settings…', accelerator: 'Cmd+,', click: showSettings },
      LINE,
      { role: 'services' },
      LINE,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      LINE,
      { role: 'quit' },
    ],
  };
}

/** The page's keys, once there is a page that listens to them. */
function openingKeys(commands: readonly OfferedCommand[]): Partial<MenuItemConstructorOptions> {
  const offered = commands.find(({ id }) => id === OPEN_FILES);
  return offered ? shownKeys(offered) : { accelerator: 'CmdOrCtrl+O' };
}

/** With a line between its sections. */
function withLines(commands: readonly OfferedCommand[], actions: MenuActions): MenuItemConstructorOptions[] {
  return commands.flatMap((command, index) => {
    const before = commands[index - 1];
    const item = commandItem(command, actions);
    return before !== undefined && before.section !== command.section ? [LINE, item] : [item];
  });
}

function commandItem(command: OfferedCommand, { run }: MenuActions): MenuItemConstructorOptions {
  const { id, label, keys, disabled = false } = command;
  const named = shownKeys(command);
  const words = keys === undefined || named.accelerator ? label : `${label} (${keys})`;
  return { id, label: shown(words), ...named, enabled: !disabled, click: () => run(id) };
}

/** Shown only: the page itself listens to its keys, and both would do it twice. */
function shownKeys({ keys }: OfferedCommand): Partial<MenuItemConstructorOptions> {
  const accelerator = keys === undefined ? undefined : acceleratorOf(keys);
  return accelerator === undefined ? {} : { accelerator, registerAccelerator: false };
}

/** An ampersand marks the letter that a menu is opened by. */
function shown(words: string): string {
  return words.replaceAll('&', '&&');
}
