/** The places of the program, in the order of the sidebar. To add a screen: a line here and a file in routes/. */
import {
  type Icon,
  IconAdjustments,
  IconAlertTriangle,
  IconBell,
  IconBroadcast,
  IconCalendarCheck,
  IconCalendarStats,
  IconDatabaseSearch,
  IconFileCheck,
  IconFileText,
  IconFlask,
  IconFolders,
  IconGauge,
  IconHistory,
  IconInfoCircle,
  IconLayoutDashboard,
  IconListCheck,
  IconPlugConnected,
  IconRoute,
  IconServer2,
  IconSettings,
  IconShare,
  IconSitemap,
  IconTrophy,
  IconUserCheck,
} from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import type { WorkspaceView } from '#shared/contract/workspaces.ts';
import { GO_TO } from '#shared/window-offer.ts';

export interface Place {
  id: string;
  label: string;
  icon: Icon;
  /** The screen's route. */
  to: NonNullable<LinkProps['to']>;
  /** Second key after `g`. */
  key: string;
  group: 'Data' | 'Operate' | 'Workbench';
  /** Other workspaces do not have it. */
  only?: WorkspaceView['kind'];
}

/** The places of a workspace. */
export function placesOf({ kind }: Pick<WorkspaceView, 'kind'>): readonly Place[] {
  return places.filter(({ only }) => only === undefined || only === kind);
}

/** What leads to places, for the palette and the menu. */
export function goActions(offered: readonly Place[]) {
  return offered.map(({ id, label, to, group }) => ({
    id: `go-${id}`,
    label,
    group: GO_TO,
    section: group,
    shortcut: `go.${id}` as const,
    to,
  }));
}

export const places: readonly Place[] = [
  {
    id: 'attention',
    label: 'Attention',
    icon: IconBell,
    to: '/w/$workspace/attention',
    key: 'n',
    group: 'Data',
  },
  {
    id: 'authorizations',
    label: 'Authorizations',
    icon: IconUserCheck,
    to: '/w/$workspace/authorizations',
    key: 'a',
    group: 'Data',
  },
  { id: 'meters', label: 'Meters', icon: IconGauge, to: '/w/$workspace/meters', key: 'm', group: 'Data' },
  { id: 'groups', label: 'Groups', icon: IconFolders, to: '/w/$workspace/groups', key: 'g', group: 'Data' },
  {
    id: 'portfolio',
    label: 'Portfolio',
    icon: IconLayoutDashboard,
    to: '/w/$workspace/portfolio',
    key: 'u',
    group: 'Data',
  },
  { id: 'ranking', label: 'Ranking', icon: IconTrophy, to: '/w/$workspace/ranking', key: 'k', group: 'Data' },
  {
    id: 'coverage',
    label: 'Coverage',
    icon: IconCalendarStats,
    to: '/w/$workspace/coverage',
    key: 'v',
    group: 'Data',
  },
  { id: 'query', label: 'Query', icon: IconDatabaseSearch, to: '/w/$workspace/query', key: 'y', group: 'Data' },
  { id: 'team', label: 'Team server', icon: IconServer2, to: '/w/$workspace/team', key: 'l', group: 'Data' },
  { id: 'files', label: 'Files', icon: IconFileText, to: '/w/$workspace/files', key: 'f', group: 'Data' },
  { id: 'share', label: 'Share', icon: IconShare, to: '/w/$workspace/share', key: 'b', group: 'Data' },
  { id: 'events', label: 'Events', icon: IconBroadcast, to: '/w/$workspace/events', key: 'e', group: 'Operate' },
  {
    id: 'support',
    label: 'Test submissions',
    icon: IconFlask,
    to: '/w/$workspace/support',
    key: 't',
    group: 'Operate',
  },
  {
    id: 'verdicts',
    label: 'Verdicts over time',
    icon: IconCalendarCheck,
    to: '/w/$workspace/verdicts',
    key: 'o',
    group: 'Operate',
  },
  {
    id: 'collections',
    label: 'Collections',
    icon: IconHistory,
    to: '/w/$workspace/collections',
    key: 'h',
    group: 'Operate',
  },
  { id: 'jobs', label: 'Jobs', icon: IconListCheck, to: '/w/$workspace/jobs', key: 'j', group: 'Workbench' },
  { id: 'requests', label: 'Request log', icon: IconRoute, to: '/w/$workspace/requests', key: 'r', group: 'Workbench' },
  {
    id: 'resources',
    label: 'Resources',
    icon: IconSitemap,
    to: '/w/$workspace/resources',
    key: 'x',
    group: 'Workbench',
  },
  {
    id: 'check',
    label: 'Pre-check',
    icon: IconFileCheck,
    to: '/w/$workspace/check',
    key: 'q',
    group: 'Workbench',
  },
  {
    id: 'problems',
    label: 'Problems',
    icon: IconAlertTriangle,
    to: '/w/$workspace/problems',
    key: 'p',
    group: 'Workbench',
  },
  {
    id: 'connection',
    label: 'Connection',
    icon: IconPlugConnected,
    to: '/w/$workspace/connection',
    key: 'c',
    group: 'Workbench',
  },
  {
    id: 'demo',
    label: 'Demo service',
    icon: IconAdjustments,
    to: '/w/$workspace/demo',
    key: 'd',
    group: 'Workbench',
    only: 'demo',
  },
  { id: 'settings', label: 'Settings', icon: IconSettings, to: '/w/$workspace/settings', key: 's', group: 'Workbench' },
  { id: 'about', label: 'About', icon: IconInfoCircle, to: '/w/$workspace/about', key: 'i', group: 'Workbench' },
];
