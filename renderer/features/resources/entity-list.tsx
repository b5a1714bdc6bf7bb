/** The parsed entities of an answer: fields, links to follow, and the one that the XML's cursor is in. */
import { Anchor, Badge, Text } from '@mantine/core';
import { Fragment } from 'react';
import type { ResourceEntity } from '#shared/contract/resources.ts';
import { shownPath } from './resources-address.ts';

/** An entry of the answer, and an element in it. */
export interface Place {
  entry: number;
  element?: string | undefined;
}

interface EntityListProps {
  entities: readonly ResourceEntity[];
  place: Place | undefined;
  onPlace: (place: Place) => void;
  onFollow: (href: string) => void;
}

export function EntityList({ entities, place, onPlace, onFollow }: EntityListProps) {
  return (
    <ul className="ms-resource-entities" aria-label="Parsed entities">
      {entities.map((entity, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: payloads of one answer never move
        <li key={index} data-current={place?.entry === entity.entry}>
          <button
            type="button"
            className="ms-resource-name"
            aria-pressed={place?.entry === entity.entry}
            onClick={() => onPlace({ entry: entity.entry, element: entity.kind })}
          >
            <Badge variant="default" tt="none">
              {entity.kind}
            </Badge>
            <span>{entity.title ?? ''}</span>
            <Text span size="xs" c="dimmed">
              line {entity.line}
            </Text>
          </button>
          <Fields fields={entity.fields} place={place?.entry === entity.entry ? place : undefined} />
          {entity.links.length === 0 ? null : (
            <div className="ms-resource-links">
              {entity.links.map(({ rel, href }) => (
                <Fragment key={`${rel} ${href}`}>
                  <Text size="xs" c="dimmed">
                    {rel}
                  </Text>
                  <Anchor size="xs" component="button" type="button" ta="start" onClick={() => onFollow(href)}>
                    {shownPath(href)}
                  </Anchor>
                </Fragment>
              ))}
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

function Fields({ fields, place }: { fields: Record<string, unknown>; place: Place | undefined }) {
  return (
    <dl className="ms-resource-fields">
      {Object.entries(fields).map(([name, value]) => (
        <div key={name} data-current={place?.element === name}>
          <dt>{name}</dt>
          <dd>{isRecord(value) ? <Fields fields={value} place={place} /> : words(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function words(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
