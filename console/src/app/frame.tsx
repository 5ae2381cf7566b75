import { Burger } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect, type ComponentType, type ReactNode } from 'react';
import { useShellText } from '../i18n/use-shell-text.ts';
import { Loading } from '../parts/loading.tsx';
import { Brand } from './brand.tsx';
import classes from './frame.module.css';
import { HelpLink } from './help-link.tsx';
import type { NavGroup, PagePath } from './nav-entry.ts';
import { Navigation } from './navigation.tsx';
import { PaletteGate, type PaletteProps } from './palette-gate.tsx';
import { Preferences } from './preferences.tsx';
import { ProofGate } from './proof-gate.tsx';
import { StaleNotice } from './stale-notice.tsx';

interface FrameProps {
  readonly home: PagePath;
  /** In the bar, always. */
  readonly bar: ReactNode;
  /** In the bar of a wide screen; on a phone below the navigation. */
  readonly aside?: ReactNode;
  readonly groups: readonly NavGroup[];
  /** Null: there is nothing to find yet. */
  readonly palette: ComponentType<PaletteProps> | null;
  readonly notice?: ReactNode;
}

/** What both shells share: a bar above, the navigation at the side, the page; above it notices that concern every page. */
export function Frame({ home, bar, aside, groups, palette, notice }: FrameProps) {
  const t = useShellText();
  const [opened, { toggle, close }] = useDisclosure(false);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  useEffect(close, [path, close]);
  const isWide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false });
  const tools = (
    <>
      {aside}
      <Preferences />
      <HelpLink />
    </>
  );
  return (
    <div className={classes.frame}>
      <a className="skip-link" href="#content">
        {t.skipToContent}
      </a>
      <header className={classes.bar}>
        <div className={classes.opens}>
          <Burger
            opened={opened}
            onClick={toggle}
            size="sm"
            aria-label={opened ? t.closeNavigation : t.openNavigation}
            aria-expanded={opened}
          />
        </div>
        <Brand to={home} />
        {palette !== null && <PaletteGate groups={groups} palette={palette} />}
        <div className={classes.tools}>
          {isWide && tools}
          {bar}
        </div>
      </header>
      <nav className={classes.side} aria-label={t.mainNavigation} data-closed={opened ? undefined : true}>
        <Navigation groups={groups} home={home} />
        {!isWide && <div className={classes.foot}>{tools}</div>}
      </nav>
      <main id="content" tabIndex={-1} className={classes.content}>
        <div className={classes.page}>
          <StaleNotice />
          <ProofGate />
          {notice}
          <Suspense fallback={<Loading />}>
            <Outlet />
          </Suspense>
        </div>
      </main>
    </div>
  );
}
