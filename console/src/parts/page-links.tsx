import { Anchor, Button, type AnchorProps, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';
import { useMayWorkAt } from '../app/account.tsx';

export type Linked<Props> = Props & Omit<ComponentPropsWithRef<'a'>, keyof Props>;

/**
 * A link to a page of ours, whose path, parameters and search are checked against the existing pages. Nothing for those whose role
 * does not let them do what the page is for.
 */
export const LinkAnchor = createLink((props: Linked<AnchorProps>) => useMayWorkAt(props.href) && <Anchor {...props} />);

/** The same as a button. */
export const LinkButton = createLink((props: Linked<ButtonProps>) => useMayWorkAt(props.href) && <Button component="a" {...props} />);
