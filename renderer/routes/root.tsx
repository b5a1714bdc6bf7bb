import { createRootRoute, Outlet } from '@tanstack/react-router';
import { FailureState } from '../ui/states.tsx';
import { NotFound } from './not-found.tsx';

export const rootRoute = createRootRoute({
  component: Outlet,
  notFoundComponent: NotFound,
  errorComponent: ({ error, reset }) => (
    <FailureState error={error} onRetry={reset} title="This screen stopped working" />
  ),
});
