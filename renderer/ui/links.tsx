/** Mantine's links and buttons with the router's addresses: `to` and `params` are checked against the screens. */
import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

type AnchorAttributes = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps> & {
  ref?: Ref<HTMLAnchorElement>;
};

/** A text link to a screen. */
export const AnchorLink = createLink((props: AnchorProps & AnchorAttributes) => <Anchor {...props} />);

/** A button that is a link to a screen. */
export const ButtonLink = createLink((props: ButtonProps & AnchorAttributes) => <Button component="a" {...props} />);
