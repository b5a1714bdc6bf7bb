import { useNavigate } from '@tanstack/react-router';
import { call } from '../../api/index.ts';
import { clockOf, instantOf } from '../../charts/local-clock.ts';

/** Opens a meter's load profile on one of its own local months (year * 12 + month - 1). */
export function useOpenMonth(workspace: string): (usagePoint: string, month: number) => void {
  const navigate = useNavigate();
  return (usagePoint, month) =>
    void call('usagePoints.get', { workspace, id: usagePoint }).then(({ localTime }) => {
      const clock = clockOf(localTime);
      const startOf = (one: number) => instantOf(clock, Math.floor(one / 12), (one % 12) + 1, 1);
      return navigate({
        to: '/w/$workspace/meters/$usagePoint',
        params: { workspace, usagePoint },
        search: { tab: 'profile', from: startOf(month), to: startOf(month + 1) },
      });
    });
}
