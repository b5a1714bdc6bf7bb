/** Waits of a workspace's service that belong to no job: test submissions, collections, what a screen asks. */
import { useCall } from '../../api/index.ts';
import { WaitCard } from './wait-card.tsx';

export function ServiceWaits({ workspace }: { workspace: string }) {
  const waits = useCall('waits.list', undefined);
  const own = waits.data?.filter((wait) => wait.workspace === workspace && wait.job === undefined) ?? [];
  if (own.length === 0) return null;
  return (
    <section className="ms-waits" aria-label="Waiting for the service">
      {own.map((wait) => (
        <WaitCard key={wait.id} wait={wait} />
      ))}
    </section>
  );
}
