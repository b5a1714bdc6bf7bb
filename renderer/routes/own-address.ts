import { useRouter } from '@tanstack/react-router';

interface OwnRoute<Navigate> {
  fullPath: string;
  useNavigate: () => Navigate;
  useParams: () => Record<string, string>;
}

/**
 * Changes the address of a page, which only the page itself may: one that is left stays until the code of the next one is here, and what it
 * then still has to write, such as the span that was just zoomed to, would lead back to it.
 */
export function useOwnAddress<Navigate extends (to: never) => Promise<void>>(route: OwnRoute<Navigate>): Navigate {
  const router = useRouter();
  const navigate = route.useNavigate();
  const params = route.useParams();
  const own = (to: never) => {
    const pending = router.state.status === 'pending' ? { pending: true } : {};
    const isHere = router.matchRoute({ to: route.fullPath, params }, { ...pending, includeSearch: false }) !== false;
    return isHere ? navigate(to) : Promise.resolve();
  };
  return own as Navigate;
}
