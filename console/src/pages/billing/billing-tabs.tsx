import { Group } from '@mantine/core';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { LinkAnchor } from '../../parts/page-links.tsx';
import classes from './billing.module.css';
import { useBillingText } from './text.ts';

const HOME = '/console/billing';
const sections = [
  ['overview', HOME],
  ['paymentMethods', `${HOME}/payment-methods`],
  ['autoReload', `${HOME}/auto-reload`],
  ['budget', `${HOME}/budget`],
  ['orders', `${HOME}/orders`],
  ['invoices', `${HOME}/invoices`],
  ['transactions', `${HOME}/transactions`],
] as const;

/** Links to each part of billing; the current page's is marked. */
export function BillingTabs() {
  const t = useBillingText();
  const path = useRouterState({ select: ({ location }) => location.pathname.replace(/\/$/, '') });
  const isHere = (to: string) => (to === HOME ? path === HOME : path === to || path.startsWith(`${to}/`));
  const tabs = useRef<HTMLDivElement>(null);
  // On a phone they do not all fit, and the current one may be off to the right.
  const here = sections.findIndex(([, to]) => isHere(to));
  useEffect(() => {
    tabs.current?.children[here]?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [here]);
  return (
    <Group ref={tabs} component="nav" aria-label={t.sections} gap="lg" mb="lg" className={classes['tabs']}>
      {sections.map(([name, to]) => (
        <LinkAnchor
          key={to}
          to={to}
          activeOptions={{ exact: true }}
          underline="never"
          className={classes['tab']}
          aria-current={isHere(to) ? 'page' : undefined}
        >
          {t.tabs[name]}
        </LinkAnchor>
      ))}
    </Group>
  );
}
