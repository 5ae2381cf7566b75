import { Anchor, Button, type AnchorProps, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

export type Linked<Props> = Props & Omit<ComponentPropsWithRef<'a'>, keyof Props>;

/** A link to a page of ours, whose path, parameters and search are checked against the existing pages. */
export const LinkAnchor = createLink((props: Linked<AnchorProps>) => <Anchor {...props} />);

export const LinkButton = createLink((props: Linked<ButtonProps>) => <Button component="a" {...props} />);
