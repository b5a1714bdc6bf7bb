import { describe, expect, it, vi } from 'vitest';
import { keymap } from '../../../renderer/ui/keymap.ts';
import { menuCommands } from '../../../renderer/ui/menu-commands.ts';
import { goActions, places } from '../../../renderer/ui/navigation.ts';
import type { WindowOffer } from '../../../shared/window-offer.ts';

vi.mock('electron', () => ({}));
const { menuTemplate } = await import('../../../electron/desktop/menu.ts');
const { acceleratorOf } = await import('../../../electron/desktop/accelerator.ts');
const { readOffer } = await import('../../../electron/desktop/offers.ts');

type MenuItemConstructorOptions = ReturnType<typeof menuTemplate>[number];

const palette = [
  ...goActions(places),
  { id: 'jobs-panel', label: 'Show or hide the jobs panel', group: 'Window', shortcut: 'jobs-panel' as const },
  { id: 'help', label: 'Keyboard shortcuts', group: 'Window', shortcut: 'help' as const },
  { id: 'open-files', label: 'Open Green Button files', group: 'Files', shortcut: 'files.open' as const },
  { id: 'fire-a', label: 'Fire A & B', group: 'Test submissions' },
  { id: 'fire-b', label: 'Fire another', group: 'Test submissions', oneOfMany: true },
];
const allowed = () => true;
const offer: WindowOffer = { commands: menuCommands(palette, {}, allowed) };

function menu(
  offered: WindowOffer | undefined,
  platform: NodeJS.Platform = 'linux',
  isPackaged = true,
  recent: readonly string[] = [],
) {
  const done: string[] = [];
  const note = (what: string) => () => void done.push(what);
  const actions = {
    chooseFiles: note('choose'),
    newWindow: note('window'),
    showAbout: note('about'),
    showSettings: note('settings'),
    run: (id: string) => void done.push(id),
    openRecent: (file: string) => void done.push(`open ${file}`),
    clearRecent: note('clear'),
  };
  const all = menuTemplate({ platform, isPackaged }, actions, offered, recent);
  const named = (name: string) => all.find(({ label, role }) => (label ?? role)?.replace('&', '') === name);
  const items = (one: MenuItemConstructorOptions | undefined) => (Array.isArray(one?.submenu) ? one.submenu : []);
  const words = (one: MenuItemConstructorOptions | undefined) =>
    items(one).map(({ label, role, type }) => label ?? role ?? type);
  return { all, named, items, words, done };
}
const click = (item: MenuItemConstructorOptions | undefined) =>
  item?.click?.(undefined as never, undefined, undefined as never); // what is clicked does not look at them

describe('the menu Go', () => {
  it('has every screen of the palette with its keys, in the order of the sidebar', () => {
    const { words, named } = menu(offer);
    const shown = words(named('Go')).filter((label) => label !== 'separator');
    expect(shown).toEqual(
      keymap
        .filter(({ id }) => id.startsWith('go.'))
        .map(({ label, keys }) => `${label.replace('Go to ', '')} (${keys})`),
    );
    expect(shown).toHaveLength(places.length);
    expect(words(named('Go')).filter((label) => label === 'separator')).toHaveLength(2);
  });

  it('shows the user’s own keys, and leads there', () => {
    const { named, items, done } = menu({ commands: menuCommands(palette, { 'go.events': 'mod+e' }, allowed) });
    const events = items(named('Go')).find(({ id }) => id === 'go-events');
    expect(events).toMatchObject({ label: 'Events', accelerator: 'CmdOrCtrl+E', registerAccelerator: false });
    click(events);
    expect(done).toEqual(['go-events']);
  });

  it('is off, as Commands is, where the window offers nothing', () => {
    const { named, words } = menu(undefined);
    expect([named('Go')?.enabled, named('Commands')?.enabled]).toEqual([false, false]);
    expect(words(named('Help'))).toEqual(['&About Meterscope']);
    expect(menu(offer).named('Go')?.enabled).toBe(true);
  });
});

describe('the menu Commands', () => {
  it('has what the screen offers, by its headings; one of many of a kind is left to the palette', () => {
    const { named, items, words } = menu(offer);
    const groups = items(named('Commands'));
    expect(groups.map(({ label }) => label)).toEqual(['Window', 'Files', 'Test submissions']);
    expect(words(groups[2])).toEqual(['Fire A && B']);
    expect(words(groups[0])).toEqual(['Show or hide the jobs panel', 'Keyboard shortcuts (?)']);
  });

  it('greys what saves a file that the administrator does not allow', () => {
    const saving = [
      { id: 'csv', label: 'Export these events as CSV', group: 'Events', saves: 'csv' as const },
      { id: 'ndjson', label: 'Export these events as NDJSON', group: 'Events', saves: 'files' as const },
    ];
    const commands = menuCommands([...palette, ...saving], {}, (kind) => kind === 'csv');
    const told = readOffer(JSON.parse(JSON.stringify({ commands })));
    const { named, items } = menu(told);
    const groups = items(named('Commands')).map((group) => items(group).map(({ enabled }) => enabled));
    expect(groups.at(-1)).toEqual([true, false]);
    expect(groups.slice(0, -1).flat()).not.toContain(false);
  });

  it('shows keys that the page itself listens to, and never a bare letter', () => {
    const { all, items } = menu(offer, 'darwin');
    const every = (list: MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
      list.flatMap((one) => [one, ...every(items(one))]);
    const keyed = every(all).filter(({ accelerator }) => accelerator !== undefined);
    expect(keyed.map(({ accelerator, registerAccelerator }) => [accelerator, registerAccelerator])).toEqual([
      ['Cmd+,', undefined],
      ['CmdOrCtrl+O', false],
      ['CmdOrCtrl+Shift+N', undefined],
      ['Alt+J', false],
      ['CmdOrCtrl+O', false],
    ]);
  });
});

describe('the recent files', () => {
  it.each(['linux', 'win32', 'darwin'] as const)('are listed, opened and cleared on %s', (platform) => {
    const { named, items, words, done } = menu(offer, platform, true, ['/home/anna/a & b.xml', '/tmp/c.xml']);
    const recent = items(named('File')).find(({ id }) => id === 'recent');
    expect(recent).toMatchObject({ label: 'Open &recent', enabled: true });
    expect(words(recent)).toEqual(['a && b.xml in /home/anna', 'c.xml in /tmp', 'separator', '&Clear the list']);
    for (const item of items(recent)) click(item);
    expect(done).toEqual(['open /home/anna/a & b.xml', 'open /tmp/c.xml', 'clear']);
  });

  it('cannot be chosen from where there are none', () => {
    const { named, items } = menu(offer);
    expect(items(named('File')).find(({ id }) => id === 'recent')?.enabled).toBe(false);
  });
});

describe('the menu of each system', () => {
  it('has what belongs there', () => {
    const top = (platform: NodeJS.Platform) =>
      menu(offer, platform).all.map(({ label, role }) => label?.replace('&', '') ?? role);
    const ours = ['File', 'editMenu', 'View', 'Go', 'Commands', 'windowMenu', 'Help'];
    expect(top('linux')).toEqual(ours);
    expect(top('win32')).toEqual(ours);
    expect(top('darwin')).toEqual(['Meterscope', ...ours]);
    const own = menu(offer, 'darwin');
    const roles = ['services', 'hide', 'hideOthers', 'unhide', 'quit'];
    const isItem = (label: unknown) => label !== 'separator';
    expect(own.words(own.named('Meterscope')).filter(isItem)).toEqual(['&About Meterscope', 'Settings…', ...roles]);
    expect(own.words(own.named('Help'))).toEqual(['Keyboard shortcuts (?)']);
    const last = (platform: NodeJS.Platform) => {
      const { words, named } = menu(offer, platform);
      return words(named('File')).at(-1);
    };
    expect([last('linux'), last('win32'), last('darwin')]).toEqual(['quit', 'quit', 'close']);
    expect(menu(offer, 'linux', false).words(menu(offer, 'linux', false).named('View'))).toContain('toggleDevTools');
    expect(menu(offer).words(menu(offer).named('View'))).not.toContain('toggleDevTools');
  });
});

describe('keys for a menu', () => {
  it.each([
    ['mod+k', 'CmdOrCtrl+K'],
    ['mod+Enter', 'CmdOrCtrl+Enter'],
    ['mod+alt+shift+ArrowLeft', 'CmdOrCtrl+Alt+Shift+Left'],
    ['alt+F4', 'Alt+F4'],
    ['mod+,', 'CmdOrCtrl+,'],
    ['g a', undefined],
    ['?', undefined],
    ['mod+ä', undefined],
    ['mod++', undefined],
  ])('%s is %s', (keys, expected) => expect(acceleratorOf(keys)).toBe(expected));
});

describe('what a page tells', () => {
  it('is taken as far as it can be shown', () => {
    const good = { id: 'a', label: 'A', group: 'G', section: 'S', keys: 'mod+a' };
    expect(readOffer({ commands: [good], attention: 3 })).toEqual({ commands: [good], attention: 3 });
    const bad = [null, 'a', {}, { ...good, id: 7 }, { ...good, label: '' }, { ...good, group: 'x'.repeat(201) }];
    expect(readOffer({ commands: [...bad, { ...good, keys: {} }], attention: -1 })).toEqual({
      commands: [{ id: 'a', label: 'A', group: 'G', section: 'S' }],
    });
    expect(readOffer({ commands: Array.from({ length: 9000 }, () => good) }).commands).toHaveLength(300);
    for (const none of [undefined, null, 'x', [], { commands: 'x' }]) expect(readOffer(none)).toEqual({ commands: [] });
  });
});
