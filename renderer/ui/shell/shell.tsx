/** The frame around every screen: header, sidebar, job panel, status line, palette, shortcuts, drop target. */
import './shell.css';
import { AppShell, useMantineColorScheme } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import type { WorkspaceView } from '#shared/contract/workspaces.ts';
import { goActions, type Place, placesOf } from '../navigation.ts';
import { copyLink } from '../notify.ts';
import { usePaletteActions } from '../palette.ts';
import { usePreference } from '../preferences.ts';
import { useShortcutListener, useShortcuts } from '../shortcuts.ts';
import { Header } from './header.tsx';
import { MenuOffer } from './menu-offer.tsx';
import { openPalette, Palette } from './palette-dialog.tsx';
import { ShortcutHelp } from './shortcut-help.tsx';
import { Sidebar } from './sidebar.tsx';

interface ShellProps {
  workspace: WorkspaceView;
  workspaces: readonly WorkspaceView[];
  /** In the header, beside the name of the workspace. */
  badge: ReactNode;
  /** What waits in a place, by the place's id. */
  counts: Readonly<Record<string, number | undefined>>;
  /** Docked at the right when open: the jobs of the workspace. */
  aside: ReactNode;
  /** The thin line at the bottom. */
  statusLine: ReactNode;
  /** Wraps the screen, e.g. as a target for dropped files. */
  children: ReactNode;
}

export function Shell({ workspace, workspaces, badge, counts, aside, statusLine, children }: ShellProps) {
  const [menuOpen, menu] = useDisclosure(false);
  const [helpOpen, help] = useDisclosure(false);
  const [asideOpen, setAsideOpen] = usePreference('jobs-panel', false);
  useShortcutListener();
  useShellActions(workspace, () => setAsideOpen((open) => !open), help.toggle);

  return (
    <AppShell
      header={{ height: 48 }}
      footer={{ height: 28 }}
      navbar={{ width: 196, breakpoint: 'sm', collapsed: { mobile: !menuOpen } }}
      aside={{ width: 340, breakpoint: 'md', collapsed: { mobile: !asideOpen, desktop: !asideOpen } }}
      transitionDuration={0}
      className="ms-shell"
    >
      <button type="button" className="ms-skip" onClick={skipToMain}>
        Skip to content
      </button>
      <AppShell.Header>
        <Header
          workspace={workspace}
          workspaces={workspaces}
          badge={badge}
          menuOpen={menuOpen}
          onMenu={menu.toggle}
          jobsOpen={asideOpen}
          onJobs={() => setAsideOpen((open) => !open)}
          onHelp={help.open}
        />
      </AppShell.Header>
      <AppShell.Navbar aria-label="Places">
        <Sidebar workspace={workspace} counts={counts} onNavigate={menu.close} />
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1}>
        {children}
      </AppShell.Main>
      {asideOpen ? <AppShell.Aside aria-label="Jobs">{aside}</AppShell.Aside> : null}
      <AppShell.Footer>{statusLine}</AppShell.Footer>
      <Palette workspace={workspace} />
      <MenuOffer attention={counts.attention} />
      <ShortcutHelp opened={helpOpen} onClose={help.close} />
    </AppShell>
  );
}

/** The address is in the hash, so an ordinary jump link would change the screen. */
function skipToMain(): void {
  document.getElementById('main')?.focus();
}

/** What works everywhere: going to places, the palette, help, appearance. */
function useShellActions(workspace: WorkspaceView, toggleJobs: () => void, toggleHelp: () => void): void {
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const [contrast, setContrast] = usePreference<'normal' | 'more'>('contrast', 'normal');
  const places = placesOf(workspace);
  const go = (to: Place['to']) => void navigate({ to, params: { workspace: workspace.id } });

  useEffect(() => {
    document.documentElement.dataset.contrast = contrast;
  }, [contrast]);

  useShortcuts({
    palette: openPalette,
    help: toggleHelp,
    'jobs-panel': toggleJobs,
    back: () => window.history.back(),
    forward: () => window.history.forward(),
    ...Object.fromEntries(places.map(({ id, to }) => [`go.${id}`, () => go(to)])),
  });

  usePaletteActions([
    ...goActions(places).map(({ to, ...action }) => ({ ...action, run: () => go(to) })),
    {
      id: 'jobs-panel',
      label: 'Show or hide the jobs panel',
      group: 'Window',
      shortcut: 'jobs-panel',
      run: toggleJobs,
    },
    { id: 'help', label: 'Keyboard shortcuts', group: 'Window', shortcut: 'help', run: toggleHelp },
    {
      id: 'new-window',
      label: 'Open this view in a new window',
      group: 'Window',
      keywords: 'another second tab',
      run: () => void window.open(window.location.href),
    },
    {
      id: 'copy-address',
      label: 'Copy a link to this view',
      group: 'Window',
      keywords: 'address url deep',
      run: () => void copyLink(window.location.hash.replace(/^#/, ''), 'Copied a link to this view.'),
    },
    {
      id: 'scheme-light',
      label: 'Light appearance',
      group: 'Appearance',
      keywords: 'theme',
      run: () => setColorScheme('light'),
    },
    {
      id: 'scheme-dark',
      label: 'Dark appearance',
      group: 'Appearance',
      keywords: 'theme',
      run: () => setColorScheme('dark'),
    },
    {
      id: 'scheme-auto',
      label: 'Match the system appearance',
      group: 'Appearance',
      keywords: 'theme auto',
      run: () => setColorScheme('auto'),
    },
    {
      id: 'contrast',
      label: contrast === 'more' ? 'Normal contrast' : 'High contrast',
      group: 'Appearance',
      keywords: 'theme accessibility',
      run: () => setContrast(contrast === 'more' ? 'normal' : 'more'),
    },
  ]);
}
