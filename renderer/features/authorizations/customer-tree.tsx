/** The retail-customer side of an authorization: who the customer is, their accounts, agreements, locations and devices. */
import { Text } from '@mantine/core';
import type { CustomerEntity } from '#shared/contract/analysis.ts';
import { useCall } from '../../api/index.ts';
import { Dim } from '../../ui/dim.tsx';
import { FactList } from '../../ui/fact-table.tsx';
import { formatCount, formatCounted } from '../../ui/format.ts';
import { AnchorLink } from '../../ui/links.tsx';
import { Pending } from '../../ui/states.tsx';
import { flatMembers, spaced } from './members.ts';

export function CustomerTree({ workspace, authorization }: { workspace: string; authorization: string }) {
  const entities = useCall('customers.list', { workspace, authorization });
  if (entities.error || !entities.data) return <Pending query={entities} label="Loading the customer" />;
  const { rows, matching } = entities.data;
  if (rows.length === 0) {
    return (
      <Text c="dimmed" size="sm">
        No customer data has been fetched for this authorization, or its scope does not include any.
      </Text>
    );
  }
  const known = new Set(rows.map(({ id }) => id));
  const roots = rows.filter(({ parent }) => parent === undefined || !known.has(parent));
  return (
    <>
      {matching > rows.length ? (
        <Dim>
          The first {formatCount(rows.length)} of {formatCounted(matching, 'entry', 'entries')} are shown.
        </Dim>
      ) : null}
      <ul className="ms-tree">
        {roots.map((entity) => (
          <Branch key={entity.id} entity={entity} all={rows} workspace={workspace} />
        ))}
      </ul>
    </>
  );
}

interface BranchProps {
  entity: CustomerEntity;
  all: readonly CustomerEntity[];
  workspace: string;
}

function Branch({ entity, all, workspace }: BranchProps) {
  const children = all.filter(({ parent }) => parent === entity.id);
  return (
    <li>
      <details open>
        <summary>
          <b>{spaced(entity.kind)}</b> {[entity.name, entity.serial, entity.address].filter(Boolean).join(' · ')}{' '}
          <AnchorLink
            to="/w/$workspace/entries/$entry"
            params={{ workspace, entry: entity.entry }}
            size="xs"
            aria-label={`Raw XML of ${spaced(entity.kind)}`}
          >
            XML
          </AnchorLink>
        </summary>
        <Members value={entity.data} />
        {children.length > 0 ? (
          <ul className="ms-tree">
            {children.map((child) => (
              <Branch key={child.id} entity={child} all={all} workspace={workspace} />
            ))}
          </ul>
        ) : null}
      </details>
    </li>
  );
}

/** Members with values, nested ones by their path. */
function Members({ value }: { value: Record<string, unknown> }) {
  const members = flatMembers(value);
  if (members.length === 0) return null;
  return <FactList facts={members} className="ms-members" />;
}
