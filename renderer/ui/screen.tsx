/** The frame of a screen: where one is, its title, what can be done, and the content. It scrolls where these do not fit. */
import { Title } from '@mantine/core';
import { Fragment, type ReactNode, useEffect } from 'react';
import { ofEarlier } from './states.tsx';

interface ScreenProps {
  title: string;
  /** Links to what contains this object, outermost first. */
  crumbs?: readonly ReactNode[];
  /** Beside the title: badges, facts. */
  facts?: ReactNode;
  /** At the right of the title. */
  actions?: ReactNode;
  /** All of the head in one line where it fits: for screens whose content needs the height. */
  compact?: boolean;
  /** The content is the answer to an earlier question. */
  earlier?: boolean;
  children: ReactNode;
}

export function Screen({ title, crumbs, facts, actions, compact, earlier, children }: ScreenProps) {
  useEffect(() => {
    document.title = `${title} – Meterscope`;
  }, [title]);
  return (
    <div className="ms-screen" data-compact={compact || undefined} {...ofEarlier(earlier)}>
      <div className="ms-screen-top">
        {crumbs ? (
          <nav className="ms-crumbs" aria-label="Breadcrumb">
            {crumbs.map((crumb, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a path; its order is its identity
              <Fragment key={index}>
                {crumb}
                <span aria-hidden>›</span>
              </Fragment>
            ))}
          </nav>
        ) : null}
        <div className="ms-screen-head">
          <Title order={1} className="ms-truncate">
            {title}
          </Title>
          {facts}
          {actions ? <div className="ms-screen-actions">{actions}</div> : null}
        </div>
      </div>
      {children}
    </div>
  );
}
