/** The menu of the right mouse button and of the menu key, in both hosts: what can be done with what lies below it. */
import { Menu } from '@mantine/core';
import { type MouseEvent, type ReactNode, useRef, useState } from 'react';

export interface ContextItem {
  label: string;
  run: () => void;
}

interface Point {
  /** Px of the window. */
  x: number;
  y: number;
}

interface Asked extends Point {
  items: readonly ContextItem[];
}

interface ContextMenu {
  /** Shows these items instead of the host's own menu; with none of them that one comes. */
  open: (event: MouseEvent, items: readonly ContextItem[], at?: Point) => void;
  /** To be put beside the element that it is of. */
  menu: ReactNode;
}

export function useContextMenu(): ContextMenu {
  const [asked, setAsked] = useState<Asked>();
  const focused = useRef<Element | null>(null);
  const close = () => {
    setAsked(undefined);
    if (focused.current instanceof HTMLElement) focused.current.focus({ preventScroll: true });
  };
  const open: ContextMenu['open'] = (event, items, at) => {
    // Selected text, a field: the host's own menu copies and pastes.
    if (items.length === 0 || hasSelectedText() || isField(event.target)) return;
    event.preventDefault();
    focused.current = document.activeElement;
    const { x, y } = at ?? { x: event.clientX, y: event.clientY };
    setAsked({ x, y, items });
  };
  return { open, menu: asked ? <Shown {...asked} onClose={close} /> : null };
}

function Shown({ x, y, items, onClose }: Asked & { onClose: () => void }) {
  return (
    <Menu
      opened
      onClose={onClose}
      position="bottom-start"
      offset={0}
      returnFocus={false}
      transitionProps={{ duration: 0 }}
    >
      <Menu.Target>
        <button
          type="button"
          tabIndex={-1}
          aria-label="What can be done here"
          style={{ position: 'fixed', left: x, top: y, width: 0, height: 0, padding: 0, border: 0 }}
        />
      </Menu.Target>
      <Menu.Dropdown>
        {items.map(({ label, run }) => (
          <Menu.Item key={label} onClick={run}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function hasSelectedText(): boolean {
  return Boolean(window.getSelection()?.toString().trim());
}

function isField(target: EventTarget): boolean {
  return target instanceof Element && target.closest('input:not([type=checkbox]), textarea') !== null;
}
