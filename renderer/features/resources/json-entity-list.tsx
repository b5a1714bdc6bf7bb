/** The objects of a JSON answer: their members, where they lead to in this program, and their own addresses. */
import { Anchor, Badge, Text } from '@mantine/core';
import { formatCount } from '../../ui/format.ts';
import { AnchorLink } from '../../ui/links.tsx';
import { Fields } from './entity-list.tsx';
import type { JsonEntity, JsonLinks } from './json-entities.ts';

/** More than these are only counted; the text beside them has all. */
const LISTED = 300;

interface JsonEntityListProps {
  workspace: string;
  links: JsonLinks;
  onFollow: (href: string) => void;
}

export function JsonEntityList({ workspace, links: { entities, next }, onFollow }: JsonEntityListProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className="ms-resource-left" aria-label="Entities" tabIndex={0}>
      <Text size="xs" c="dimmed" data-testid="entity-count">
        {formatCount(Math.min(LISTED, entities.length))} of {formatCount(entities.length)} objects with a uid
      </Text>
      {next === undefined ? null : (
        <div className="ms-resource-links">
          <Anchor size="sm" component="button" type="button" onClick={() => onFollow(next)}>
            Next page
          </Anchor>
        </div>
      )}
      <ul className="ms-resource-entities" aria-label="Objects of the answer">
        {entities.slice(0, LISTED).map((entity, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: objects of one answer never move
          <li key={index}>
            <div className="ms-resource-links">
              <Badge variant="default" tt="none">
                {entity.kind}
              </Badge>
              <span>
                {entity.path === undefined ? (
                  entity.uid
                ) : (
                  <Anchor size="sm" component="button" type="button" onClick={() => onFollow(entity.path ?? '')}>
                    {entity.uid}
                  </Anchor>
                )}{' '}
                <Screen workspace={workspace} entity={entity} />
              </span>
            </div>
            <Fields fields={entity.fields} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The screen of an authorization or a meter, and of what an event is about. */
function Screen({ workspace, entity }: { workspace: string; entity: JsonEntity }) {
  const meter = entity.kind === 'meter' ? entity.uid : entity.fields.meter_uid;
  const authorization = entity.kind === 'authorization' ? entity.uid : entity.authorization;
  if (authorization === undefined) return null;
  if (typeof meter === 'string') {
    return (
      <AnchorLink
        size="sm"
        to="/w/$workspace/meters/$usagePoint"
        params={{ workspace, usagePoint: `${authorization}~${meter}` }}
      >
        Show the meter
      </AnchorLink>
    );
  }
  return (
    <AnchorLink size="sm" to="/w/$workspace/authorizations/$authorization" params={{ workspace, authorization }}>
      Show the authorization
    </AnchorLink>
  );
}
