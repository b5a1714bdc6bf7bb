/** Screens that are shown for a workspace and have nothing else in their address. */
import { createRoute } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { JobsScreen } from '../features/jobs/jobs-screen.tsx';
import { StartScreen } from '../features/start/start-screen.tsx';
import { lazyScreen } from '../ui/lazy-screen.ts';
import { workspaceRoute } from './workspace.tsx';

function plainRoute<Path extends string>(path: Path, Screen: ComponentType<{ workspace: string }>) {
  return createRoute({
    getParentRoute: () => workspaceRoute,
    path,
    component: () => <Screen workspace={workspaceRoute.useParams().workspace} />,
  });
}

export const startRoute = plainRoute('/', StartScreen);

export const jobsRoute = plainRoute('jobs', JobsScreen);

export const aboutRoute = plainRoute(
  'about',
  lazyScreen(() => import('../features/about/about-screen.tsx'), 'AboutScreen'),
);

export const authorizationsRoute = plainRoute(
  'authorizations',
  lazyScreen(() => import('../features/authorizations/authorizations-screen.tsx'), 'AuthorizationsScreen'),
);

export const coverageRoute = plainRoute(
  'coverage',
  lazyScreen(() => import('../features/coverage/coverage-screen.tsx'), 'CoverageScreen'),
);

export const demoRoute = plainRoute(
  'demo',
  lazyScreen(() => import('../features/demo/demo-screen.tsx'), 'DemoScreen'),
);

export const filesRoute = plainRoute(
  'files',
  lazyScreen(() => import('../features/files/files-screen.tsx'), 'FilesScreen'),
);

export const groupsRoute = plainRoute(
  'groups',
  lazyScreen(() => import('../features/groups/groups-screen.tsx'), 'GroupsScreen'),
);

export const problemsRoute = plainRoute(
  'problems',
  lazyScreen(() => import('../features/problems/problems-screen.tsx'), 'ProblemsScreen'),
);

export const newWorkspaceRoute = plainRoute(
  'new-workspace',
  lazyScreen(() => import('../features/connections/new-workspace-screen.tsx'), 'NewWorkspaceScreen'),
);

export const settingsRoute = plainRoute(
  'settings',
  lazyScreen(() => import('../features/settings/settings-screen.tsx'), 'SettingsScreen'),
);

export const shareRoute = plainRoute(
  'share',
  lazyScreen(() => import('../features/share/share-screen.tsx'), 'ShareScreen'),
);
