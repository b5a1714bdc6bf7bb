import {
  ActionIcon,
  Burger,
  Indicator,
  Kbd,
  Menu,
  Text,
  Tooltip,
  UnstyledButton,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { IconHelp, IconListCheck, IconMoon, IconPlus, IconSearch, IconSelector, IconSun } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { WorkspaceView } from '#shared/contract/workspaces.ts';
import { isActive } from '#shared/job-states.ts';
import { useCall } from '../../api/index.ts';
import { IconButton } from '../icon-button.tsx';
import { useShownKeys } from '../keymap.ts';
import { openPalette } from './palette-dialog.tsx';

interface HeaderProps {
  workspace: WorkspaceView;
  workspaces: readonly WorkspaceView[];
  badge: ReactNode;
  menuOpen: boolean;
  onMenu: () => void;
  jobsOpen: boolean;
  onJobs: () => void;
  onHelp: () => void;
}

export function Header(props: HeaderProps) {
  const { workspace } = props;
  const keys = useShownKeys();
  const jobs = useCall('jobs.list', { workspace: workspace.id });
  const active = jobs.data?.filter(isActive).length ?? 0;
  return (
    <div className="ms-header">
      <Burger
        opened={props.menuOpen}
        onClick={props.onMenu}
        hiddenFrom="sm"
        size="sm"
        aria-label={props.menuOpen ? 'Close the list of places' : 'Open the list of places'}
      />
      <Link className="ms-brand" to="/w/$workspace" params={{ workspace: workspace.id }} aria-label="Meterscope, start">
        <img src="./icon.svg" width={22} height={22} alt="" />
        <Text component="span" inherit visibleFrom="md">
          Meterscope
        </Text>
      </Link>
      <WorkspaceSwitcher workspace={workspace} workspaces={props.workspaces} />
      {props.badge}
      <UnstyledButton className="ms-search-button" onClick={openPalette} aria-label="Search or run a command">
        <IconSearch size={15} aria-hidden />
        <span>Search meters, authorizations, actions</span>
        <Kbd size="xs" visibleFrom="sm">
          {keys('palette')}
        </Kbd>
      </UnstyledButton>
      <Tooltip label={active > 0 ? `${active} running` : 'Jobs'}>
        <Indicator inline disabled={active === 0} label={active} size={14} offset={4} color="petrol">
          <ActionIcon onClick={props.onJobs} aria-label="Jobs panel" aria-pressed={props.jobsOpen}>
            <IconListCheck size={18} />
          </ActionIcon>
        </Indicator>
      </Tooltip>
      <SchemeToggle />
      <IconButton
        icon={IconHelp}
        label="Keyboard shortcuts"
        hint={`Keyboard shortcuts (${keys('help')})`}
        iconSize={18}
        onClick={props.onHelp}
        visibleFrom="xs"
      />
    </div>
  );
}

const modeNames = { test: 'Test', live: 'Live', files: 'Files' } as const;

/** Test or live, always in view; live is loud, because what is done there reaches real customers. */
function ModeBadge({ mode, readOnly }: Pick<WorkspaceView, 'mode' | 'readOnly'>) {
  return (
    <span className="ms-mode" data-mode={mode}>
      {modeNames[mode]}
      {readOnly ? ' read-only' : ''}
    </span>
  );
}

/** The colour that its owner gave a workspace, to tell two of one mode apart at a glance. */
function ColorMark({ color }: { color: string }) {
  return <span className="ms-workspace-mark" style={{ background: color }} aria-hidden />;
}

function WorkspaceSwitcher({ workspace, workspaces }: Pick<HeaderProps, 'workspace' | 'workspaces'>) {
  const navigate = useNavigate();
  return (
    <Menu position="bottom-start" width={280}>
      <Menu.Target>
        <UnstyledButton
          className="ms-workspace-button"
          aria-label={`Workspace ${workspace.name}, ${workspace.mode}${workspace.readOnly ? ', read-only' : ''}; switch`}
        >
          <ModeBadge {...workspace} />
          <ColorMark color={workspace.color} />
          <Text component="span" size="sm" fw={500} truncate>
            {workspace.name}
          </Text>
          <IconSelector size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Workspaces</Menu.Label>
        {workspaces.map((one) => (
          <Menu.Item
            key={one.id}
            leftSection={<ModeBadge {...one} />}
            onClick={() => void navigate({ to: '/w/$workspace', params: { workspace: one.id } })}
            aria-current={one.id === workspace.id}
          >
            <Text size="sm" fw={one.id === workspace.id ? 600 : 400}>
              <ColorMark color={one.color} /> {one.name}
            </Text>
            {one.baseUrl ? (
              <Text size="xs" c="dimmed" truncate>
                {one.baseUrl}
              </Text>
            ) : null}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => void navigate({ to: '/w/$workspace/new-workspace', params: { workspace: workspace.id } })}
        >
          New workspace …
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function SchemeToggle() {
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  const next = scheme === 'dark' ? 'light' : 'dark';
  return (
    <Tooltip label={`Switch to ${next}`}>
      <ActionIcon onClick={() => setColorScheme(next)} aria-label={`Switch to ${next} appearance`}>
        {scheme === 'dark' ? <IconSun size={18} /> : <IconMoon size={18} />}
      </ActionIcon>
    </Tooltip>
  );
}
