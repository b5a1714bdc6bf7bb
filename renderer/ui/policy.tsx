/** What the administrator of this computer has set. The core decides; here it is shown before somebody tries. */
import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import type { PolicyPart, PolicyView } from '#shared/contract/policy.ts';
import type { ExportKind } from '#shared/export-kinds.ts';
import { useCall } from '../api/index.ts';
import { Dim } from './dim.tsx';

export const SET_BY_ADMINISTRATOR = 'Set by your administrator.';
/** Beside an export that is greyed. */
export const NOT_ALLOWED = `Not allowed. ${SET_BY_ADMINISTRATOR}`;

interface KnownPolicy {
  /** Undefined while it is not known. */
  view: PolicyView | undefined;
  isLocked(part: PolicyPart): boolean;
  allows(kind: ExportKind): boolean;
}

export function usePolicy(): KnownPolicy {
  const view = useCall('policy.get', undefined).data;
  return {
    view,
    isLocked: (part) => view?.locked.includes(part) ?? false,
    allows: (kind) => view?.exports?.includes(kind) ?? true,
  };
}

/** Beside what cannot be changed. @param but what of it is the user's own nevertheless */
export function SetByAdministrator({ but }: { but?: string | undefined }) {
  return <Dim>{but === undefined ? SET_BY_ADMINISTRATOR : `Set by your administrator, but for ${but}.`}</Dim>;
}

interface SaveItemProps {
  kind: ExportKind;
  onClick: () => void;
  children: ReactNode;
}

/** A line of a menu that saves a file. */
export function SaveItem({ kind, onClick, children }: SaveItemProps) {
  const isAllowed = usePolicy().allows(kind);
  return (
    <Menu.Item disabled={!isAllowed} onClick={onClick}>
      {children}
      {isAllowed ? null : <Dim>{NOT_ALLOWED}</Dim>}
    </Menu.Item>
  );
}
