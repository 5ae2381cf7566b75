import { Link, useRouterState } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useShellText } from '../i18n/use-shell-text.ts';
import classes from './frame.module.css';
import type { NavGroup, PagePath } from './nav-entry.ts';

/** Links to every area, in groups; the current page's is marked. */
export function Navigation({ groups, home }: { groups: readonly NavGroup[]; home: PagePath }) {
  const t = useShellText();
  const path = useRouterState({ select: ({ location }) => location.pathname.replace(/\/$/, '') });
  const above = groups
    .flatMap(({ entries }) => entries.map(({ to }) => to))
    .filter((to) => path === to || (to !== home && path.startsWith(`${to}/`)));
  // Credit is above costs, which have an entry of their own.
  const here = above.toSorted((a, b) => b.length - a.length)[0];
  return groups.map(({ name, entries }) => (
    <div key={name ?? ''} role="group" aria-label={name === null ? undefined : t.navGroups[name]}>
      {name !== null && (
        <div className={classes.group} aria-hidden>
          {t.navGroups[name]}
        </div>
      )}
      {entries.map(({ to, label, icon: Icon, waiting: Waiting }) => (
        <Link
          key={to}
          to={to}
          className={classes.entry}
          // Otherwise the link to a page would mark itself on those below it, too.
          activeOptions={{ exact: true }}
          aria-current={to === here ? 'page' : undefined}
        >
          <Icon size={17} aria-hidden />
          <span>{t.nav[label]}</span>
          {Waiting && (
            <Suspense fallback={null}>
              <Waiting />
            </Suspense>
          )}
        </Link>
      ))}
    </div>
  ));
}
