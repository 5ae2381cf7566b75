import { NavLink, type NavLinkProps } from '@mantine/core';
import { createLink, useRouterState } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useShellText } from '../i18n/use-shell-text.ts';
import type { Linked } from '../parts/page-links.tsx';
import type { NavEntry, PagePath } from './nav-entry.ts';

const LinkEntry = createLink((props: Linked<NavLinkProps>) => <NavLink component="a" {...props} />);

/** Links to every area; the current page's is marked. */
export function Navigation({ entries, home }: { entries: readonly NavEntry[]; home: PagePath }) {
  const t = useShellText();
  const path = useRouterState({ select: ({ location }) => location.pathname.replace(/\/$/, '') });
  const isHere = (to: string) => (to === home ? path === home : path === to || path.startsWith(`${to}/`));
  return entries.map(({ to, label, icon: Icon, waiting: Waiting }) => (
    <LinkEntry
      key={to}
      to={to}
      // Otherwise the link to the first page would mark itself on all pages.
      activeOptions={{ exact: to === home }}
      label={t.nav[label]}
      leftSection={<Icon size={18} aria-hidden />}
      rightSection={
        Waiting && (
          <Suspense fallback={null}>
            <Waiting />
          </Suspense>
        )
      }
      active={isHere(to)}
      variant="light"
      my={2}
      style={{ borderRadius: 'var(--mantine-radius-md)' }}
    />
  ));
}
