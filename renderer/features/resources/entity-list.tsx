/** The parsed entities of an answer: fields, links to follow, and the one that the XML's cursor is in. */
import { Anchor, Badge, Text } from '@mantine/core';
import { Fragment, type ReactNode, useEffect, useRef } from 'react';
import type { ResourceEntity } from '#shared/contract/resources.ts';
import { isObject } from '#shared/json.ts';
import { Dim } from '../../ui/dim.tsx';
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
        <EntityItem key={index} current={place?.entry === entity.entry}>
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
          <Fields
            fields={entity.fields}
            element={place?.entry === entity.entry ? place.element : undefined}
            onElement={(element) => onPlace({ entry: entity.entry, element })}
          />
          {entity.links.length === 0 ? null : (
            <div className="ms-resource-links">
              {entity.links.map(({ rel, href }) => (
                <Fragment key={`${rel} ${href}`}>
                  <Dim>{rel}</Dim>
                  <Anchor size="xs" component="button" type="button" ta="start" onClick={() => onFollow(href)}>
                    {shownPath(href)}
                  </Anchor>
                </Fragment>
              ))}
            </div>
          )}
        </EntityItem>
      ))}
    </ul>
  );
}

/** Comes into view when the cursor in the XML enters it. */
function EntityItem({ current, children }: { current: boolean; children: ReactNode }) {
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // What the pointer is in is in view already.
    if (current && !item.current?.matches(':hover')) item.current?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <li ref={item} data-current={current}>
      {children}
    </li>
  );
}

interface FieldsProps {
  fields: Record<string, unknown>;
  /** The element that is marked, and what is told when the pointer enters another. */
  element?: string | undefined;
  onElement?: ((element: string) => void) | undefined;
}

export function Fields({ fields, element, onElement }: FieldsProps) {
  return (
    <dl className="ms-resource-fields">
      {Object.entries(fields).map(([name, value]) => (
        // The pointer marks the same element in the XML; by keyboard the XML is walked line by line.
        <div
          key={name}
          data-current={element !== undefined && element === name}
          onPointerOver={(event) => {
            event.stopPropagation();
            if (element !== name) onElement?.(name);
          }}
        >
          <dt>{name}</dt>
          <dd>{isObject(value) ? <Fields fields={value} element={element} onElement={onElement} /> : words(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function words(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
