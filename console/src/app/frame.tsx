import { AppShell, Burger, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect, type ReactNode } from 'react';
import { useShellText } from '../i18n/use-shell-text.ts';
import { Loading } from '../parts/loading.tsx';
import { Brand } from './brand.tsx';
import type { PagePath } from './nav-entry.ts';
import { ProofGate } from './proof-gate.tsx';
import { StaleNotice } from './stale-notice.tsx';

/** What both shells share: a bar above, the navigation at the side, the page; above it notices that concern every page. */
export function Frame({ home, bar, navigation, notice }: { home: PagePath; bar: ReactNode; navigation: ReactNode; notice?: ReactNode }) {
  const t = useShellText();
  const [opened, { toggle, close }] = useDisclosure(false);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  useEffect(close, [path, close]);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 232, breakpoint: 'md', collapsed: { mobile: !opened } }}
      padding={{ base: 'md', md: 'xl' }}
    >
      <a className="skip-link" href="#content">
        {t.skipToContent}
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" gap="sm" wrap="nowrap">
          <Burger
            opened={opened}
            onClick={toggle}
            hiddenFrom="md"
            size="sm"
            aria-label={opened ? t.closeNavigation : t.openNavigation}
            aria-expanded={opened}
          />
          <Brand to={home} />
          <Group gap="xs" wrap="nowrap" justify="flex-end" flex={1} miw={0}>
            {bar}
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label={t.mainNavigation}>
        <AppShell.Section grow style={{ overflowY: 'auto' }}>
          {navigation}
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} bg="var(--boreal-ground)">
        <StaleNotice />
        <ProofGate />
        {notice}
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </AppShell.Main>
    </AppShell>
  );
}
