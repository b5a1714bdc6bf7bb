import { ActionIcon, type ActionIconProps, Tooltip } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ComponentProps } from 'react';

interface IconButtonProps extends ActionIconProps, Omit<ComponentProps<'button'>, keyof ActionIconProps> {
  icon: Icon;
  /** What it does, for people who cannot see it. */
  label: string;
  /** Shown beside it, where that is more than the label. */
  hint?: string;
  /** Of the icon, px. */
  iconSize?: number;
}

/** A button that is a picture only. */
export function IconButton({ icon: Drawn, label, hint = label, iconSize = 16, ...props }: IconButtonProps) {
  return (
    <Tooltip label={hint}>
      <ActionIcon aria-label={label} {...props}>
        <Drawn size={iconSize} />
      </ActionIcon>
    </Tooltip>
  );
}
