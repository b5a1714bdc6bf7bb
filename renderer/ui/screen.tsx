/** The frame of a screen: where one is, its title, what can be done, and the content. */
import { Title } from '@mantine/core';
import { Fragment, type ReactNode, useEffect } from 'react';

interface ScreenProps {
  title: string;
  /** Links to what contains this object, outermost first. */
  crumbs?: readonly ReactNode[];
  /** Beside the title: badges, facts. */
  facts?: ReactNode;
  /** At the right of the title. */
  actions?: ReactNode;
  /** The screen scrolls as a whole, rather than a table inside it. */
  scroll?: boolean;
  children: ReactNode;
}

export function Screen({ title, crumbs, facts, actions, scroll, children }: ScreenProps) {
  useEffect(() => {
    document.title = `${title} – Meterscope`;
  }, [title]);
  return (
    <div className="ms-screen" {...(scroll ? { 'data-scroll': true } : {})}>
      <div>
        {crumbs ? (
          <nav className="ms-crumbs" aria-label="Where this is">
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
          {actions ? <div style={{ marginInlineStart: 'auto', display: 'flex', gap: '0.5rem' }}>{actions}</div> : null}
        </div>
      </div>
      {children}
    </div>
  );
}
